import argparse

import torch

from constraints import project_nonnegative
from factorization import NMF


def main():
    parser = argparse.ArgumentParser(description="Nonnegative factors of a matrix of counts")
    parser.add_argument("--rank", type=int, default=3)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--lr", type=float, default=0.05)
    args = parser.parse_args()

    counts = torch.poisson(torch.rand(20, args.rank) @ torch.rand(args.rank, 12) * 4)
    model = NMF(20, 12, args.rank)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for step in range(args.steps):
        optimizer.zero_grad()
        loss = (counts - model()).pow(2).sum()
        loss.backward()
        optimizer.step()
        project_nonnegative(model)
    print("reconstruction error", loss.item())


if __name__ == "__main__":
    main()
