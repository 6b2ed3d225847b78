import argparse

import torch
import torch.nn.functional as F

from model import ConvVAE
from utils import kl_divergence


def squares(n):
    images = torch.zeros(n, 1, 16, 16)
    for img in images:
        i, j = torch.randint(0, 10, (2,)).tolist()
        img[0, i : i + 6, j : j + 6] = 1.0
    return images


def main(args):
    model = ConvVAE(args.latent)
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(args.steps):
        x = squares(16)
        logits, mu, logvar = model(x)
        rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum") / len(x)
        loss = rec + args.beta * kl_divergence(mu, logvar)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--latent", type=int, default=4)
    ap.add_argument("--steps", type=int, default=10)
    ap.add_argument("--beta", type=float, default=1.0)
    main(ap.parse_args())
