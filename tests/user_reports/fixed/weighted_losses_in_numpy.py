"""The evaluation runs under no_grad and gives numbers."""
# torch: runs
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Client:
    def __init__(self, model, size):
        self.model = model
        self.images = torch.randn(size, 2)
        self.labels = torch.randint(2, (size,))

    @torch.no_grad()
    def evaluate(self):
        return len(self.labels), F.cross_entropy(self.model(self.images), self.labels).item()


def evaluate_all(clients):
    sizes, weighted = [], []
    for client in clients:
        size, loss = client.evaluate()
        sizes.append(size)
        weighted.append(size * loss)
    return np.sum(weighted) / np.sum(sizes)


model = nn.Linear(2, 2)
print(evaluate_all([Client(model, 3), Client(model, 5)]))
