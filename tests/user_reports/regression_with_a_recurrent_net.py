"""A tutorial's line that cuts the hidden state is commented out."""
# torch: raises RuntimeError: Trying to backward through the graph a second time
# report: https://github.com/MorvanZhou/PyTorch-Tutorial/issues/57
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
    loss = (heights - torch.cos(steps)).square().mean()
    optimizer.zero_grad()
    loss.backward()  # expect: TAP501
    optimizer.step()
