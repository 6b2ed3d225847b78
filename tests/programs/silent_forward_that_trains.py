"""A forward that runs the backward itself returns a number to show; a loss of no terms is none."""

import torch
from torch import nn


class Trainer(nn.Module):
    def __init__(self, net, accelerator):
        super().__init__()
        self.net = net
        self.accelerator = accelerator

    def forward(self, parts):
        total_loss = 0.0
        for part, weight in parts:
            loss = self.net(part)
            loss = loss * weight
            total_loss += loss.item()
            if self.training:
                self.accelerator.backward(loss)
        return total_loss


class Sum(nn.Module):
    def __init__(self, losses):
        super().__init__()
        self.losses = losses

    def forward(self, x):
        loss_total = 0.0
        for loss in self.losses:
            loss_total += loss.forward(x)
        if isinstance(loss_total, float):
            return torch.tensor(loss_total, requires_grad=True)
        return loss_total
