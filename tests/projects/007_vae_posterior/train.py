import argparse

import torch

from losses import elbo
from model import VAE


def batches(n, size):
    mixing = torch.randn(3, 12)
    for _ in range(n):
        yield torch.tanh(torch.randn(size, 3) @ mixing)


def main(args):
    model = VAE()
    optim = torch.optim.Adam(model.parameters(), lr=args.lr)
    for i, x in enumerate(batches(args.steps, 32)):
        recon, posterior = model(x)
        loss, logs = elbo(x, recon, posterior, args.beta)
        optim.zero_grad()
        loss.backward()
        optim.step()
        if i % 10 == 0:
            print(i, logs)


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--steps", type=int, default=30)
    p.add_argument("--beta", type=float, default=0.5)
    main(p.parse_args())
