"""One softmax runs over the classes of two networks: the loss of a half does not repeat it."""

# torch: runs
import torch
import torch.nn.functional as F

left, right = torch.randn(4, 3, requires_grad=True), torch.randn(4, 3)
labels = torch.tensor([0, 1, 2, 0])
joint = F.softmax(torch.cat((left, right), dim=1), dim=1)
first, second = joint[:, :3], joint[:, 3:]
(F.cross_entropy(first, labels) + F.cross_entropy(second, labels)).backward()
assert not torch.allclose(F.cross_entropy(first, labels), F.cross_entropy(left, labels))
