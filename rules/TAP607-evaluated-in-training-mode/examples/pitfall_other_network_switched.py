"""The teacher is switched to evaluation, and the student is evaluated."""

# torch: runs
import torch
from torch import nn

teacher = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 2))
student = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
teacher.eval()
test_batches = torch.randn(2, 8, 4)
for epoch in range(2):
    x = torch.randn(8, 4)
    with torch.no_grad():
        target = teacher(x)
    optimizer.zero_grad()
    nn.functional.mse_loss(student(x), target).backward()
    optimizer.step()
    with torch.no_grad():
        for x in test_batches:
            error = nn.functional.mse_loss(student(x), teacher(x))  # expect: TAP607 likely
