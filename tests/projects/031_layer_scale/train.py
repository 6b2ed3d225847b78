import torch
from torch import nn
from torch.optim import AdamW

from vit import TinyMixer


def param_groups(model, weight_decay):
    decay = [p for p in model.parameters() if p.ndim > 1]
    rest = [p for p in model.parameters() if p.ndim <= 1]
    return [{"params": decay, "weight_decay": weight_decay}, {"params": rest, "weight_decay": 0.0}]


def main():
    model = TinyMixer()
    optimizer = AdamW(param_groups(model, 0.05), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    x, y = torch.randn(24, 1, 16, 16), torch.randint(0, 3, (24,))
    for _ in range(8):
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    print(loss.item())
    return model


if __name__ == "__main__":
    main()
