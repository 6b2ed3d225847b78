"""A prediction is brought into range through .data; the gradient passes where the clamp has cut."""

# torch: wrong gradient
import torch
import torch.nn.functional as F

model = torch.nn.Linear(2, 3)  # parameter
prediction = model(torch.tensor([3.0, -2.0]))
prediction.data.clamp_(-0.1, 0.1)  # expect: TAP301
loss = F.mse_loss(prediction, torch.tensor([1.0, 0.5, 0.0]))
loss.backward()
