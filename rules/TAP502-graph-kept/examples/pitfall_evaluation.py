"""No backward ever frees the graphs of an evaluation: each keeps all that it has saved."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
batches = torch.randn(30, 4, 2)
total = torch.zeros(())
outputs = []
for inputs in batches:
    output = net(inputs)
    total = total + output.pow(2).mean()  # expect: TAP502
    outputs.append(output)  # expect: TAP502
adding, saved = total.grad_fn, []
while adding is not None and adding.next_functions:
    earlier, mean = (node for node, _ in adding.next_functions)
    saved.append(mean.next_functions[0][0]._saved_self)
    adding = earlier
assert len(saved) == 30 and all(each.requires_grad for each in saved)
print(total / len(batches))
