"""Each loss is kept before its own backward, and wrapped for a plot at the end."""

# torch: runs
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
curve = []
for step in range(3):
    loss = (weight * weight).sum()
    curve.append(loss)
    loss.backward()
points = torch.tensor(curve).tolist()
assert len(points) == 3
