""".data has no history, like detach()."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
hidden = (w * 3.0).data  # expect: TAP303
hidden.sum().backward()  # expect: TAP104
