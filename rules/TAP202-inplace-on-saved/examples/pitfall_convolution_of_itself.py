"""A convolution saves its input; features.add_ changes it before backward."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn.functional as F

kernel = torch.full((1, 1, 3), 0.3, requires_grad=True)
features = torch.arange(5.0).reshape(1, 1, 5)
features.add_(F.conv1d(features, kernel, padding=1))  # expect: TAP202
features.sum().backward()
