"""Each round makes a graph of its own, and keeps it for nothing."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Sigmoid(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for inputs in torch.randn(3, 6, 4):
    hidden = model[:2](inputs)
    loss = model[2](hidden).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: TAP503
    optimizer.step()
kept = loss.grad_fn.next_functions[0][0]
assert kept._saved_self is not None  # freed, this would raise
