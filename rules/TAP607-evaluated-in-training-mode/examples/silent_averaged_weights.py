"""The statistics of averaged weights are computed in training mode."""

# torch: runs
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, update_bn

model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
averaged = AveragedModel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train_loader, val_loader = torch.randn(3, 8, 4), torch.randn(2, 8, 4)
for x in train_loader:
    optimizer.zero_grad()
    model(x).pow(2).mean().backward()
    optimizer.step()
    averaged.update_parameters(model)
update_bn(train_loader, averaged)
averaged.eval()
with torch.no_grad():
    for x in val_loader:
        assert torch.equal(averaged(x), averaged(x))
