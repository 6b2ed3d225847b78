"""The hidden state is detached after each step."""
# torch: runs
import torch
from torch import nn


class Waves(nn.Module):
    def __init__(self):
        super().__init__()
        self.recurrent = nn.RNN(1, 4)
        self.height = nn.Linear(4, 1)

    def forward(self, steps, state):
        over_time, state = self.recurrent(steps, state)
        return torch.stack([self.height(moment) for moment in over_time]), state


waves = Waves()
optimizer = torch.optim.Adam(waves.parameters(), lr=0.02)
state = None
for start in range(3):
    steps = torch.linspace(start, start + 1, 5).view(5, 1, 1)
    heights, state = waves(torch.sin(steps), state)
    state = state.detach()
    loss = (heights - torch.cos(steps)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
