"""All data of the test at once: the graph of one call is the largest of all."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.Adam(net.parameters())
test_x, test_y = torch.randn(50, 4), torch.randint(3, (50,))
for step in range(4):
    loss = nn.functional.cross_entropy(net(torch.randn(8, 4)), torch.randint(3, (8,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 2 == 0:
        test_output = net(test_x)  # expect: TAP504 likely
        hits = (test_output.argmax(1) == test_y).sum().item()
