"""The weights of an inner loop, whose history the outer loss is differentiated through."""

# torch: runs
import torch

weight = torch.ones(2, requires_grad=True)
fast, visited = weight, []
for inputs in torch.randn(30, 2):
    inner = (fast * inputs).pow(2).sum()
    (slope,) = torch.autograd.grad(inner, [fast], create_graph=True)
    fast = fast - 0.1 * slope
    visited.append(fast)
torch.stack(visited).pow(2).sum().backward()
assert weight.grad is not None
