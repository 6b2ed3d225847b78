"""The sample written as a function of its mean has a gradient."""

# torch: right gradient
import torch
import torch.nn.functional as F

mean = torch.tensor([0.5, -0.5], requires_grad=True)  # parameter
decoder = torch.tensor([[0.3, 0.7], [0.2, -0.4]], requires_grad=True)  # parameter
z = mean + torch.randn(2)
loss = F.mse_loss(z @ decoder, torch.ones(2)) + mean.square().sum()
loss.backward()
