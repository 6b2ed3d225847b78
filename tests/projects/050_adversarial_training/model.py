from torch import nn


def small_cnn(classes=3):
    return nn.Sequential(
        nn.Conv2d(1, 8, 3), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(8 * 5 * 5, classes)
    )
