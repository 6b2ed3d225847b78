"""An augmented assignment to .data assigns the attribute and changes the memory."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (w * w).sum()
loss.backward()
w.data -= 0.1 * w.grad  # expect: TAP302
