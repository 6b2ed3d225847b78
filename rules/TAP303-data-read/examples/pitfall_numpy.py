"""The way to numpy through .data."""

# torch: runs
import torch

weight = torch.nn.Parameter(torch.ones(2))
array = weight.data.cpu().numpy()  # expect: TAP303
