"""clamp out of place is part of the graph."""

# torch: right gradient
import torch
import torch.nn.functional as F

model = torch.nn.Linear(2, 3)  # parameter
prediction = model(torch.tensor([0.3, -0.2])).clamp(-10.0, 10.0)
loss = F.mse_loss(prediction, torch.tensor([1.0, 0.5, 0.0]))
loss.backward()
