"""The hidden state leads the second round's backward into the graph that the first has freed."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(2, 3, batch_first=True)
        self.head = nn.Linear(3, 1)

    def forward(self, x, hidden):
        out, hidden = self.rnn(x, hidden)
        return self.head(out), hidden


model = Model()
optimizer = torch.optim.Adam(model.parameters())
hidden = torch.zeros(1, 1, 3)
for chunk in torch.randn(3, 1, 2, 2):
    optimizer.zero_grad()
    prediction, hidden = model(chunk, hidden)
    loss = prediction.pow(2).mean()
    loss.backward()  # expect: TAP501
    optimizer.step()
