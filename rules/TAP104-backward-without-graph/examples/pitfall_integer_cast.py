"""A cast to integers has no derivative and cuts the history."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
count = (w * 3.0).long()
loss = count.sum()
loss.backward()  # expect: TAP104
