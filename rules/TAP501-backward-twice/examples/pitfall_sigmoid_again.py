"""A cell of a notebook run twice: backward through the same sigmoid."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch

a = torch.tensor([1, 2, 3.0], requires_grad=True)
out = a.sigmoid()
out.sum().backward()
print(a.grad)
out.sum().backward()  # expect: TAP501
