import torch
import torch.nn.functional as F

from model import Translator
from optimization import ClippedOptimizer

BOS = 0


def pairs(n, length=6, vocab=12):
    src = torch.randint(1, vocab, (n, length))
    tgt = src.flip(1)
    tgt_in = torch.cat([torch.full((n, 1), BOS), tgt[:, :-1]], dim=1)
    return src, tgt_in, tgt


def main():
    torch.manual_seed(0)
    model = Translator(12, 12, 24)
    optimizer = ClippedOptimizer(model.parameters(), lr=1e-2, warmup=10, max_norm=0.1)
    for step in range(20):
        src, tgt_in, tgt = pairs(16)
        logits = model(src, tgt_in)
        loss = F.cross_entropy(logits.flatten(0, 1), tgt.flatten())
        optimizer.minimize(loss)
    print(loss.item())


if __name__ == "__main__":
    main()
