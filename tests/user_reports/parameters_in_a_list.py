"""A list of parameters becomes a torch.Tensor, which no longer knows of them."""
# torch: raises RuntimeError: element 0 of tensors does not require grad
# report: https://github.com/pytorch/pytorch/issues/61410
import torch
from torch import nn

gain = nn.Parameter(torch.tensor([1.0]))
shift = nn.Parameter(torch.tensor([0.5]))
both = torch.Tensor([gain, shift])  # expect: TAP101
loss = (both * torch.randn(3, 2)).sum()
loss.backward()
