"""Out-of-place arithmetic on saved results leaves what was saved alone."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
out = w.sigmoid()
shown = out.detach() * 100.0
shown.zero_()
loss = out.sum()
loss.backward()
