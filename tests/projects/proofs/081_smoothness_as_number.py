import torch
from field import ImageField
from train import objective

torch.manual_seed(0)
field, noisy = ImageField(8), torch.randn(8, 8)
grads = []
for weight in (0.0, 100.0):
    field.zero_grad()
    objective(field, noisy, weight).backward()
    grads.append(field.net[0].weight.grad.clone())
assert torch.equal(*grads)
