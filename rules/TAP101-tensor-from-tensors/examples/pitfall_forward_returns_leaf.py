"""A forward that returns wrapped results with requires_grad=True cuts off its own layer."""

# torch: no gradient
import torch
import torch.nn as nn


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(2, 1)

    def forward(self, rows):
        scores = []
        for row in rows:
            scores.append(self.score(row))
        return torch.tensor(scores, requires_grad=True)  # expect: TAP101


model = Scorer()  # parameter
loss = model(torch.tensor([[1.0, 2.0], [0.5, -3.0]])).mean()
loss.backward()
