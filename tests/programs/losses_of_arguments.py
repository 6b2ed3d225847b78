"""Losses of which nothing is known but what they are called, put into a new tensor."""

import torch
from torch import nn


class Wasserstein(nn.Module):
    def forward(self, pred_real, pred_fake=None):
        if pred_fake is not None:
            loss_real = -pred_real.mean()
            loss_fake = pred_fake.mean()
            loss = torch.tensor([loss_real, loss_fake]).sum()  # expect: TAP101 likely
            return loss
        return -pred_real.mean()


class Shown(nn.Module):
    def forward(self, pred_real, pred_fake):
        loss_real = -pred_real.mean()
        loss_fake = pred_fake.mean()
        loss = torch.tensor([loss_real, loss_fake]).sum()
        return loss_real + loss_fake, loss


class Stacked(nn.Module):
    def forward(self, pred_real, pred_fake):
        loss_real = -pred_real.mean()
        loss_fake = pred_fake.mean()
        loss = torch.stack([loss_real, loss_fake]).sum()
        return loss


class Bounds(nn.Module):
    def forward(self, low, high):
        bounds = torch.tensor([low, high])
        return bounds


class Weights(nn.Module):
    def forward(self, x, loss_weight, width):
        loss = torch.tensor([loss_weight, width]).sum()
        return loss


def eval_loss(loss_real, loss_fake):
    loss = torch.tensor([loss_real, loss_fake]).mean()
    return loss
