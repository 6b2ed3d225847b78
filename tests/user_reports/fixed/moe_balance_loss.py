"""The balance losses are gathered with torch.stack."""
# torch: right gradient
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(3, 2)
        self.balance = None

    def forward(self, x):
        share = self.score(x).softmax(dim=-1)
        self.balance = share.mean(dim=0).square().sum()
        return share


def balance_loss(gates):
    losses = [gate.balance for gate in gates]
    return torch.stack(losses).sum()


gates = nn.ModuleList([Gate(), Gate()])  # parameter
x = torch.randn(4, 3)
out = sum(gate(x)[:, 0].sum() for gate in gates)
loss = out.square() + 0.1 * balance_loss(gates)
loss.backward()
