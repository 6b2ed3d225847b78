"""The evaluation runs under no_grad and keeps numbers."""
# torch: runs
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class User:
    def __init__(self, model, samples):
        self.model = model
        self.x = torch.randn(samples, 2)
        self.y = torch.randint(2, (samples,))

    def test(self):
        with torch.no_grad():
            loss = F.cross_entropy(self.model(self.x), self.y)
        return len(self.y), loss.item()


model = nn.Linear(2, 2)
test_samples, test_losses = [], []
for user in [User(model, 3), User(model, 5)]:
    samples, loss = user.test()
    test_samples.append(samples)
    test_losses.append(loss)
glob_loss = np.sum([x * y for x, y in zip(test_samples, test_losses)]) / np.sum(test_samples)
