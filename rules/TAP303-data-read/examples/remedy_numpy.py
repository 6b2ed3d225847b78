"""The way to numpy through detach()."""

# torch: runs
import torch

weight = torch.nn.Parameter(torch.ones(2))
array = weight.detach().cpu().numpy()
