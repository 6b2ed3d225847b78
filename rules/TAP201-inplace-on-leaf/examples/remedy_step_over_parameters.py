"""The same loop inside no_grad."""

# torch: right gradient
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))  # parameter
loss = model(torch.ones(2)).sum()
loss.backward()
with torch.no_grad():
    for parameter in model.parameters():
        parameter.sub_(0.01 * parameter.grad)
