"""A function of one's own called tensor, which stacks, is not torch.tensor."""

# torch: right gradient
import torch


def tensor(parts):
    return torch.stack(list(parts))


weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = tensor([w * w for w in weight]).sum()
loss.backward()
