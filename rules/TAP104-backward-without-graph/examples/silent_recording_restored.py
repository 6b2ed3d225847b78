"""enable_grad inside no_grad records, and so does code after the block."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
with torch.no_grad():
    count = len(w)
    with torch.enable_grad():
        hidden = w * 2.0
loss = (hidden / count).sum() + w.exp().sum()
loss.backward()
