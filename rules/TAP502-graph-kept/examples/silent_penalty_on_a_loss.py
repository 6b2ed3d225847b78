"""A loop adds penalties to a loss that something unknown gives: the backward starts at the sum."""

# torch: runs
import torch
from torch import nn


def fit(batches, objective, weight):
    model = nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(2):
        for batch in batches:
            if len(batch) < 2:
                continue
            optimizer.zero_grad()
            cost = objective.compute(model, batch)
            if weight > 0:
                for parameter in model.parameters():
                    cost = cost + weight * torch.norm(parameter)
            cost.backward()
            optimizer.step()


class Squares:
    def compute(self, model, batch):
        return model(batch).pow(2).mean()


globals()["fit"](torch.ones(3, 4, 3), Squares(), 0.1)  # by somebody elsewhere
