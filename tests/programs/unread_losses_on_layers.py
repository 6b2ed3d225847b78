"""What was reported wrongly on code that nobody had read: attacks, code books, losses on layers."""
import copy

import torch
from torch import nn
import torch.nn.functional as F


class ContentLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target.detach()
        self.loss = F.mse_loss(self.target, self.target)

    def forward(self, input):
        self.loss = F.mse_loss(input, self.target)
        return input


class Transfer:
    def run(self, layers, image):
        losses = []
        model = nn.Sequential()
        for i, layer in enumerate(layers):
            model.add_module(f"layer{i}", layer)
            target = model(image).detach()
            loss = ContentLoss(target)
            model.add_module(f"loss{i}", loss)
            losses.append(loss)
        model = model[: i + 1]
        for step in range(300):
            model(image.requires_grad_())
            score = 0
            for each in losses:
                score += each.loss
            score.backward()


class Yolo(nn.Module):
    def forward(self, x, stride: int):
        x = self.conv(x)
        if not self.training:
            x = torch.exp(x)
            x[..., 0:2] = x[..., 0:2] * stride
        return x


class TrainingYolo(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)

    def forward(self, x, stride: int):
        x = self.conv(x)
        if self.training:
            x = torch.exp(x)
            x[..., 0:2] = x[..., 0:2] * stride  # expect: TAP202 likely
        return x


def test_loss(criterion):
    x = torch.rand(2, 3, 4).transpose(1, 2).requires_grad_()
    loss = criterion(x, 1 - torch.rand(2, 3))
    loss.backward()


def test_scaled(criterion):
    x = (torch.rand(2, 3) * 2 - 1).to("cpu").requires_grad_()
    loss = criterion(x, torch.rand(2, 3))
    loss.backward()
