import torch
from torch import nn

from coteach import CoTeaching
from noisy import noisy_labels


def net():
    return nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))


def main():
    torch.manual_seed(0)
    pair = CoTeaching(net(), net(), lr=1e-2, keep=0.7)
    for _ in range(20):
        x, y, _ = noisy_labels(64, 0.3)
        losses = pair.step(x, y)
    x, _, clean = noisy_labels(100, 0.0)
    with torch.no_grad():
        acc = (pair.a(x).argmax(1) == clean).float().mean().item()
    print(losses, acc)


if __name__ == "__main__":
    main()
