"""item() gives the number for a running sum."""

# torch: right gradient
import torch
import torch.nn.functional as F

model = torch.nn.Linear(2, 1)  # parameter
total = 0.0
loss = F.mse_loss(model(torch.ones(2)), torch.zeros(1))
loss.backward()
total += loss.item()
print(total)
