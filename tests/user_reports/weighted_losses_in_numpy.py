"""The losses of all clients are weighted and summed with numpy, and numpy refuses."""
# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# report: https://github.com/zhuangdizhu/FedGen/issues/1
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Client:
    def __init__(self, model, size):
        self.model = model
        self.images = torch.randn(size, 2)
        self.labels = torch.randint(2, (size,))

    def evaluate(self):
        return len(self.labels), F.cross_entropy(self.model(self.images), self.labels)


def evaluate_all(clients):
    sizes, weighted = [], []
    for client in clients:
        size, loss = client.evaluate()
        sizes.append(size)
        weighted.append(size * loss)
    return np.sum(weighted) / np.sum(sizes)  # expect: TAP105


model = nn.Linear(2, 2)
print(evaluate_all([Client(model, 3), Client(model, 5)]))
