"""The error on the data of the validation is measured with dropout on."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 16), nn.Dropout(0.2), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters())
x_val, y_val = torch.randn(50, 4), torch.randn(50, 1)
for step in range(4):
    loss = nn.functional.mse_loss(net(torch.randn(8, 4)), torch.randn(8, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        error = nn.functional.mse_loss(net(x_val), y_val)  # expect: TAP607 likely
