import random

import numpy as np
import torch


class PrioritizedReplay:
    def __init__(self, size, alpha=0.6):
        self.size, self.alpha = size, alpha
        self.items, self.priorities = [], []

    def add(self, item):
        if len(self.items) == self.size:
            self.items.pop(0)
            self.priorities.pop(0)
        self.items.append(item)
        self.priorities.append(max(self.priorities, default=1.0))

    def sample(self, n, beta=0.4):
        p = np.array(self.priorities) ** self.alpha
        p /= p.sum()
        idx = np.random.choice(len(self.items), n, p=p)
        weights = (len(self.items) * p[idx]) ** -beta
        batch = [self.items[i] for i in idx]
        return idx, torch.tensor(weights / weights.max(), dtype=torch.float32), batch

    def update(self, idx, errors):
        for i, e in zip(idx, errors):
            self.priorities[i] = float(e) + 1e-3


def collate(batch):
    states, actions, rewards, nexts = zip(*batch)
    return (
        torch.tensor(np.stack(states)),
        torch.tensor(actions),
        torch.tensor(rewards),
        torch.tensor(np.stack(nexts)),
    )


def explore(n, eps, greedy):
    return [random.randrange(n) if random.random() < eps else greedy for _ in range(1)][0]
