"""The parameter is changed through .data when its graph is already freed."""

# torch: runs
import torch as T

w = T.tensor([1.0, 2.0], requires_grad=True)
optimizer = T.optim.SGD([w], lr=0.1)
for _ in range(3):
    loss = (w**2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    w.data.div_(w.detach().norm())  # expect: TAP302
