import random

import torch

from learner import Learner
from utils import seed_everything


def transitions(n):
    for _ in range(n):
        s, a = torch.randn(4), random.randrange(3)
        yield s, a, float(s[a]), torch.randn(4)


if __name__ == "__main__":
    seed_everything(3)
    learner = Learner(4, 3)
    for i in range(20):
        print(i, learner.update(list(transitions(16))))
