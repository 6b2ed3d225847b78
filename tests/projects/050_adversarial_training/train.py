import argparse

import torch
import torch.nn.functional as F

from attacks import ATTACKS
from model import small_cnn


def robust_epoch(model, data, attack, eps, optimizer):
    for x, y in data:
        adv = attack(model, x, y, eps)
        optimizer.zero_grad()
        loss = 0.5 * F.cross_entropy(model(x), y) + 0.5 * F.cross_entropy(model(adv), y)
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--attack", choices=sorted(ATTACKS), default="pgd")
    ap.add_argument("--eps", type=float, default=0.1)
    args = ap.parse_args()
    torch.manual_seed(0)
    model = small_cnn()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    data = [(torch.randn(8, 1, 12, 12), torch.randint(0, 3, (8,))) for _ in range(3)]
    for name in (args.attack, "fgsm"):
        print(name, robust_epoch(model, data, ATTACKS[name], args.eps, optimizer))
