"""A result read through .data as a constant."""

# torch: runs
import torch

model = torch.nn.Linear(2, 1)
output = model(torch.ones(3, 2))
prediction = output.data  # expect: TAP303
print(prediction.mean(), output.data.max())  # expect: TAP303
