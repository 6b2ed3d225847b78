"""out= writes into a buffer that the product saved for the weight's gradient."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
buffer = torch.ones(2)
loss = (w * buffer).sum()
torch.add(buffer, 1.0, out=buffer)  # expect: TAP202
loss.backward()
