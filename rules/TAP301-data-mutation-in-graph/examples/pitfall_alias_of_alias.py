"""The .data alias is viewed and renamed before it is changed."""

# torch: wrong gradient
import torch as th

w = th.tensor([0.5, 1.0], requires_grad=True)  # parameter
y = w.exp()
raw = y.data
first = raw.view(-1)[0]
first += 2.0  # expect: TAP301
loss = (y * th.tensor([1.0, 3.0])).sum()
loss.backward()
