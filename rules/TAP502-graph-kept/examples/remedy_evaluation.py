"""Under no_grad nothing is recorded, and nothing saved."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
batches = torch.randn(30, 4, 2)
total = torch.zeros(())
outputs = []
with torch.no_grad():
    for inputs in batches:
        output = net(inputs)
        total = total + output.pow(2).mean()
        outputs.append(output)
assert total.grad_fn is None and outputs[0].grad_fn is None
print(total / len(batches))
