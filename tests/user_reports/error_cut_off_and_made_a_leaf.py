"""A comment offers a line that ends the error: the generator's loss is detached and told to require grad."""
# torch: no gradient
# report: https://github.com/tamarott/SinGAN/issues/152
import torch
from torch import nn

generator = nn.Linear(2, 3)  # parameter
critic = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
image = generator(torch.randn(4, 2))
loss = -critic(image).mean()
loss.detach_().requires_grad_(True)  # expect: TAP103
loss.backward(retain_graph=True)
optimizer.step()
