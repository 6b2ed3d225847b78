"""A telling name outside a loss or a difference is no evidence: here it is only ranked."""

# torch: runs
from concurrent.futures import ThreadPoolExecutor

import torch


def score(x: float) -> float:
    return -x * x


with ThreadPoolExecutor(max_workers=1) as pool:
    log_probs = list(pool.map(score, [0.3, 0.1]))
ranking = torch.tensor(log_probs).argsort()
assert ranking.tolist() == [0, 1]
