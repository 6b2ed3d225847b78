"""torch.Tensor and torch.FloatTensor over a list of results copy plain numbers."""

# torch: no gradient
import torch

weight = torch.tensor(2.0, requires_grad=True)  # parameter
squares = [weight * x for x in (1.0, 2.0)]
cubes = [weight**3 * x for x in (1.0, 2.0)]
loss = torch.Tensor(squares).sum() + torch.FloatTensor(cubes).sum()  # expect: TAP101, TAP101
