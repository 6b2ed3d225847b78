"""An idiom of variational autoencoders: mul does not save its result, and add_ saves nothing."""

# torch: right gradient
import torch

mu = torch.tensor([0.5, -0.5], requires_grad=True)  # parameter
logvar = torch.tensor([0.1, 0.2], requires_grad=True)  # parameter
std = logvar.mul(0.5).exp_()
eps = torch.tensor([0.3, -0.7])
z = eps.mul(std).add_(mu)
loss = (z * z).sum()
loss.backward()
