import torch
from torch import nn

from finetune import FineTuneModel


def dataset(n=64):
    x = torch.randn(n, 6)
    return x, x[:, :3].argmax(dim=1)


def main():
    model = FineTuneModel(classes=3)
    x, y = dataset()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())
    return model


if __name__ == "__main__":
    main()
