import torch
from torch import nn

from meters import AverageMeter
from model import PointNet


def clouds(n, points=32):
    y = torch.randint(0, 2, (n,))
    x = torch.randn(n, points, 3)
    x[y == 1, :, 2] *= 0.1
    return x, y


def main(iterations=60):
    torch.manual_seed(0)
    model = PointNet(2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    losses = AverageMeter("loss")
    for i in range(iterations):
        x, y = clouds(16)
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.update(loss, len(y))
        if i % 20 == 0:
            print(i, float(losses.avg))
    return losses


if __name__ == "__main__":
    main()
