import argparse

import torch

from mdn import MDN
from toy import inverse_sine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kinds", nargs="*", default=["tril", "cov", "diag"])
    parser.add_argument("--steps", type=int, default=12)
    args = parser.parse_args()
    for kind in args.kinds:
        torch.manual_seed(0)
        model = MDN(2, 2, 3, kind)
        optim = torch.optim.Adam(model.parameters(), lr=5e-3)
        for _ in range(args.steps):
            x, y = inverse_sine(64)
            nll = -model(x).log_prob(y).mean()
            optim.zero_grad()
            nll.backward()
            optim.step()
        print(kind, nll.item())


if __name__ == "__main__":
    main()
