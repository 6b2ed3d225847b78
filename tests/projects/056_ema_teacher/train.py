import torch
import torch.nn.functional as F
from torch import nn

from ema import EMA
from semi import augment, consistency


def data(n):
    y = torch.randint(0, 2, (n,))
    return torch.randn(n, 3) + 2 * y[:, None] - 1, y


def main():
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(3, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
    teacher = EMA(student, 0.95)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.05, momentum=0.9)
    for step in range(20):
        x, y = data(16)
        u, _ = data(64)
        pseudo = teacher(augment(u, 0.1))
        loss = F.cross_entropy(student(x), y) + consistency(student(augment(u, 0.5)), pseudo, 0.6)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        teacher.update(student)
    print(loss.item())


if __name__ == "__main__":
    main()
