import random

import torch


def sentences(n, length=12, vocab=40, seed=5):
    rng = random.Random(seed)
    for _ in range(n):
        words = [rng.randrange(vocab) for _ in range(length)]
        yield torch.tensor([words]), torch.tensor([[w % 3 for w in words]])
