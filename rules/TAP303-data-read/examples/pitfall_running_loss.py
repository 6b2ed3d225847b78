"""A running loss summed through .data."""

# torch: right gradient
import torch
import torch.nn.functional as F

model = torch.nn.Linear(2, 1)  # parameter
total = 0.0
loss = F.mse_loss(model(torch.ones(2)), torch.zeros(1))
loss.backward()
total += loss.data  # expect: TAP303
print(loss.data.item())  # expect: TAP303
