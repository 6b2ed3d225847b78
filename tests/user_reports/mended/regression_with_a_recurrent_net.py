"""The hidden state is detached after each step."""
# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(1, 4, batch_first=True)
        self.out = nn.Linear(4, 1)

    def forward(self, x, h_state):
        r_out, h_state = self.rnn(x, h_state)
        outs = [self.out(r_out[:, step, :]) for step in range(r_out.size(1))]
        return torch.stack(outs, dim=1), h_state


rnn = Net()
optimizer = torch.optim.Adam(rnn.parameters(), lr=0.02)
h_state = None
for step in range(3):
    x = torch.sin(torch.linspace(step, step + 1, 5)).view(1, 5, 1)
    prediction, h_state = rnn(x, h_state)
    h_state = h_state.detach()
    loss = (prediction - x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
