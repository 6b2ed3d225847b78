"""A projection after the step, under no_grad."""

# torch: runs
import torch as T

w = T.tensor([1.0, 2.0], requires_grad=True)
optimizer = T.optim.SGD([w], lr=0.1)
for _ in range(3):
    loss = (w**2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with T.no_grad():
        w.div_(w.norm())
