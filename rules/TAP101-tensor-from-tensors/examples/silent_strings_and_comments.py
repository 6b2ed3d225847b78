"""The pitfall in a string or a comment is only text."""

# torch: right gradient
import torch

HINT = "torch.tensor(losses, requires_grad=True) loses the history of losses"
weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
# loss = torch.tensor([w * w for w in weight]).sum()
loss = torch.stack([w * w for w in weight]).sum()
loss.backward()
