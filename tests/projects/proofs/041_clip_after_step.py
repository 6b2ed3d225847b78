import torch
from optimization import ClippedOptimizer

seen = []
w = torch.nn.Parameter(torch.tensor([10.0]))
optimizer = ClippedOptimizer([w], lr=0.1, warmup=1, max_norm=0.1)
real = optimizer.inner.step
optimizer.inner.step = lambda: (seen.append(w.grad.item()), real())
for _ in range(3):
    optimizer.minimize(w.pow(2).sum())
assert min(seen) > 10  # what the steps used was never clipped
