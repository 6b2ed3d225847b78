import torch
from torch import nn

from metrics import ConfusionMatrix, mean_iou
from unet import UNet


def scenes(n, size=12):
    images = torch.randn(n, 1, size, size)
    return images, (images[:, 0] > 0.5).long() + (images[:, 0] > -0.5).long()


def main(classes=3):
    torch.manual_seed(0)
    net, criterion = UNet(classes), nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    matrix = ConfusionMatrix(classes)
    for step in range(8):
        x, y = scenes(6)
        logits = net(x)
        loss = criterion(logits, y)
        iou = mean_iou(logits, y, classes)
        matrix.update(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{step} loss {loss.item():.3f} iou {iou.item():.3f} acc {matrix.accuracy:.3f}")


if __name__ == "__main__":
    main()
