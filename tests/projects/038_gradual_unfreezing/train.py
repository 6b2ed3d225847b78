import torch
from torch import nn

from classifier import DocClassifier
from freezing import freeze, trainable, unfreeze


def stage(model, x, y, steps=5, lr=0.1):
    optimizer = torch.optim.SGD(trainable(model), lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    x = torch.randint(0, 30, (40, 7))
    y = (x > 20).any(1).long()
    model = DocClassifier(30, 12, 2)
    freeze(model)
    unfreeze(model.out)
    print("head", stage(model, x, y))
    for block in reversed(model.blocks):
        unfreeze(block)
        print("block", stage(model, x, y))
    assert not model.embedding.weight.requires_grad


if __name__ == "__main__":
    main()
