"""The total starts as the very result that sqrt saved, and is then added to in place."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

w = torch.tensor([1.0, 4.0], requires_grad=True)
total = None
for part in w:
    loss = part.sqrt()
    if total is None:
        total = loss
    else:
        total += 2.0 * loss  # expect: TAP202
total.backward()
