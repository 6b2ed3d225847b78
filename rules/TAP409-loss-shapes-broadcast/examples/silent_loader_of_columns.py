"""A loader of columns, and one of rows for which the prediction is squeezed."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

from torch.utils.data import DataLoader, TensorDataset

x = torch.randn(40, 4)
y = x.sum(dim=1)
model, criterion = nn.Linear(4, 1), nn.MSELoss()
for inputs, targets in DataLoader(TensorDataset(x, y.unsqueeze(1)), batch_size=8):
    criterion(model(inputs), targets).backward()
for inputs, targets in DataLoader(TensorDataset(x, y), batch_size=8):
    criterion(model(inputs).squeeze(-1), targets).backward()
for row, target in DataLoader(TensorDataset(x, y), batch_size=None):
    criterion(model(row), target.reshape(1)).backward()
