"""No tensor in the computation requires grad."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch

x = torch.tensor([1.0, 2.0])
y = (x * x).sum()
y.backward()  # expect: TAP104
