"""A training step whose loss is made from a list trains nothing in any round."""

# torch: raises RuntimeError: does not require grad and does not have a grad_fn
import torch
from torch import nn, optim

model = nn.Linear(1, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    batch_losses = [(model(torch.tensor([x])) - y).pow(2) for x, y in ((1.0, 2.0), (2.0, 4.0))]
    loss = torch.tensor(batch_losses).mean()  # expect: TAP101
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
