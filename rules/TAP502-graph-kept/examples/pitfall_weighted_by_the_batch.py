"""A loss times the samples of its batch: the product keeps the graph, too."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = torch.randn(30, 4, 2)
total = 0.0
for inputs in batches:
    loss = net(inputs).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss * len(inputs)  # expect: TAP502 likely
adding, kept = total.grad_fn, 0
while adding is not None:
    adding, kept = (adding.next_functions or [(None, 0)])[0][0], kept + 1
assert kept >= 30
print(total / (4 * len(batches)))
