"""The cell of the backward pass is run again without the cell of the forward pass."""
# torch: raises RuntimeError: Trying to backward through the graph a second time
# report: https://github.com/karpathy/nn-zero-to-hero/issues/31
import torch
import torch.nn.functional as F

table = torch.randn(5, 5, requires_grad=True)
letters, following = torch.tensor([0, 3, 1]), torch.tensor([3, 1, 4])
loss = F.cross_entropy(F.one_hot(letters, num_classes=5).double() @ table, following)

loss.backward()
with torch.no_grad():
    table -= 0.1 * table.grad

table.grad = None
loss.backward()  # expect: TAP501
with torch.no_grad():
    table -= 0.1 * table.grad
