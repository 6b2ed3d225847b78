"""torch.tensor of a number is a new leaf that requires no grad."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
value = (w * w).sum().item()
loss = torch.tensor(value)
loss.backward()  # expect: TAP104
