"""The new values are handed to a functional call, so that their history reaches the network."""

# torch: right gradient
import torch
import torch.nn.functional as F

meta = torch.nn.Linear(2, 1)  # parameter
x, y = torch.ones(4, 2), torch.ones(4, 1)
loss = F.mse_loss(meta(x), y)
gradients = torch.autograd.grad(loss, list(meta.parameters()), create_graph=True)
names = [name for name, _ in meta.named_parameters()]
fast = {name: p - 0.1 * g for name, p, g in zip(names, meta.parameters(), gradients)}
loss = F.mse_loss(torch.func.functional_call(meta, fast, (x,)), y)
loss.backward()
