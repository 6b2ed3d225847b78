"""The teacher is trained by nobody; whether its graph is wanted, nobody sees."""

# torch: runs
import torch
from torch import nn

teacher, student = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    x = torch.randn(8, 4)
    optimizer.zero_grad()
    (student(x) - teacher(x).detach()).pow(2).mean().backward()
    optimizer.step()
    for x in val_loader:
        print(teacher(x).mean().item())
