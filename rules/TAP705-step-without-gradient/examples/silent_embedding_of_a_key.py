"""The parameters are those of all tasks, and the loss is that of one."""

# torch: runs
import torch
from torch import nn

tasks = nn.ModuleDict({"first": nn.Linear(4, 1), "second": nn.Linear(4, 1)})
optimizer = torch.optim.SGD(tasks.parameters(), lr=0.1)
for name in ("first", "second"):
    optimizer.zero_grad()
    tasks[name](torch.ones(2, 4)).pow(2).mean().backward()
    optimizer.step()
