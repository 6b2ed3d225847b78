import torch

from adapt import Adapter
from parts import FeatureExtractor, Head


def domain(n, shift):
    y = torch.randint(0, 2, (n,))
    return torch.randn(n, 4) + 2 * y[:, None] + shift, y


def main():
    adapter = Adapter(FeatureExtractor(4, 8), Head(8, 2), Head(8, 1))
    for epoch in range(5):
        source, labels = domain(32, 0.0)
        target, _ = domain(32, 1.0)
        print(epoch, adapter.step(source, labels, target))


if __name__ == "__main__":
    main()
