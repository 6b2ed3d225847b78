"""The teacher is trained by nobody; its dropout is a part of the targets."""

# torch: runs
import torch
from torch import nn

teacher = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
student = nn.Linear(4, 1)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    x = torch.randn(8, 4)
    with torch.no_grad():
        target = teacher(x)
    optimizer.zero_grad()
    (student(x) - target).pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        for x in val_loader:
            gap = (student(x) - teacher(x)).abs().mean()
