"""A loader gives the rows of two tensors: targets without a last dimension."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

from torch.utils.data import DataLoader, TensorDataset

x = torch.randn(40, 4)
loader = DataLoader(TensorDataset(x, x.sum(dim=1)), batch_size=8, shuffle=True)
model, criterion = nn.Linear(4, 1), nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step, (inputs, targets) in enumerate(loader):
    loss = criterion(model(inputs), targets)  # expect: TAP409 certain
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
