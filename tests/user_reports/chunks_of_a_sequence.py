"""A sequence is learnt in chunks, and the state goes from chunk to chunk with its graph."""
# torch: raises RuntimeError: Trying to backward through the graph a second time
# report: https://discuss.pytorch.org/t/implementing-truncated-backpropagation-through-time/15500
import torch
from torch import nn


class OneStep(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.RNNCell(2, 3)
        self.head = nn.Linear(3, 1)

    def forward(self, x, state):
        state = self.cell(x, state)
        return self.head(state), state


def train(module, optimizer, sequence, chunk):
    state = torch.zeros(1, 3)
    losses = []
    for index, (x, target) in enumerate(sequence):
        output, state = module(x, state)
        losses.append((output - target).square().mean())
        if (index + 1) % chunk == 0:
            optimizer.zero_grad()
            sum(losses).backward()  # expect: TAP501
            optimizer.step()
            losses = []


module = OneStep()
sequence = [(torch.randn(1, 2), torch.randn(1, 1)) for _ in range(6)]
train(module, torch.optim.SGD(module.parameters(), lr=0.1), sequence, 2)
