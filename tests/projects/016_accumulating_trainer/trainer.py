import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=1e-2, accumulate=4, clip=1.0):
        self.model = model
        self.accumulate = accumulate
        self.clip = clip
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 2, gamma=0.5)

    def epoch(self, loader):
        self.model.train()
        self.optimizer.zero_grad()
        total = 0.0
        for i, (x, y) in enumerate(loader):
            loss = self.criterion(self.model(x), y) / self.accumulate
            loss.backward()
            total += loss.item() * self.accumulate
            if (i + 1) % self.accumulate == 0 or i + 1 == len(loader):
                nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
                self.optimizer.step()
                self.optimizer.zero_grad()
        self.scheduler.step()
        return total / len(loader)

    @torch.no_grad()
    def evaluate(self, loader):
        self.model.eval()
        hits = sum((self.model(x).argmax(1) == y).sum().item() for x, y in loader)
        return hits / sum(len(y) for _, y in loader)
