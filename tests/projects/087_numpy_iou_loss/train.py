import torch

from detector import BoxRegressor
from solver import Solver


def batches(k, n=16):
    for _ in range(k):
        corner = torch.rand(n, 2)
        boxes = torch.cat([corner, corner + 0.5], dim=1)
        yield boxes.repeat(1, 4) + 0.05 * torch.randn(n, 16), boxes


if __name__ == "__main__":
    torch.manual_seed(0)
    print(Solver(BoxRegressor(), lr=0.1).train(batches(10)))
