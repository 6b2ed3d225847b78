"""The size of a gradient weighs a term, and is not a term itself."""

# torch: runs
import torch
from torch import nn

decoder = nn.Linear(2, 2)  # parameter
out = decoder(torch.ones(3, 2))
fit, fooled = (out - 1).pow(2).mean(), out.exp().mean()
(of_fit,) = torch.autograd.grad(fit, decoder.weight, retain_graph=True)
(of_fooled,) = torch.autograd.grad(fooled, decoder.weight, retain_graph=True)
weight = of_fit.norm() / (of_fooled.norm() + 1e-4)
loss = fit + weight * fooled
loss.backward()
