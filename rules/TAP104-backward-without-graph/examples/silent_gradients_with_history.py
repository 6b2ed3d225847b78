"""With create_graph a gradient has a history, and may go into a loss of its own."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
(w**3).sum().backward(create_graph=True)
penalty = w.grad.square().sum()
w.grad = None
penalty.backward()
assert torch.allclose(w.grad, 36 * w.detach() ** 3)
