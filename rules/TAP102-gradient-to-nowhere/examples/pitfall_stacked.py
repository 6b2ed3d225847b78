"""What is stacked stands in a list that nobody keeps."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
rows = torch.stack([weight * 2, torch.zeros(2, requires_grad=True)])  # expect: TAP102
loss = rows.square().sum()
loss.backward()
