"""Rows are stacked from tensors, numbers being turned into tensors first."""

# torch: right gradient
import torch

angle = torch.tensor(0.4, requires_grad=True)  # parameter
cosine, sine = torch.cos(angle), torch.sin(angle)
zero, one = torch.zeros(()), torch.ones(())
rotation = torch.stack(
    [
        torch.stack([cosine, -sine, zero]),
        torch.stack([sine, cosine, zero]),
        torch.stack([zero, zero, one]),
    ]
)
loss = (rotation @ torch.tensor([1.0, 2.0, 3.0])).prod()
loss.backward()
