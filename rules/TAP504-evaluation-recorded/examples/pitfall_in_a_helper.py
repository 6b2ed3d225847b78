"""A helper runs the network, for the training and for the validation."""

# torch: runs
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 3))
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def compute(self, batch):
        x, y = batch
        scores = self.net(x)
        return scores, y

    def train_epoch(self, batches):
        self.net.train()
        for batch in batches:
            self.optimizer.zero_grad()
            scores, y = self.compute(batch)
            nn.functional.cross_entropy(scores, y).backward()
            self.optimizer.step()

    def validate(self, val_batches):
        self.net.eval()
        hits = []
        for batch in val_batches:
            scores, y = self.compute(batch)  # expect: TAP504 likely
            hits.append((scores.argmax(1) == y).float().mean().item())
        return hits


data = [(torch.randn(8, 4), torch.randint(3, (8,))) for _ in range(2)]
trainer = Trainer()
for epoch in range(2):
    trainer.train_epoch(data)
    trainer.validate(data)
