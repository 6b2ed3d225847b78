"""numpy over what a backward shows to have a history, before or after."""

import numpy as np
import torch
import torch.nn.functional as F


def update(model, x, y, opt):
    loss = F.mse_loss(model(x), y)
    stats = np.mean([loss])  # expect: TAP105 likely
    opt.zero_grad()
    loss.backward()
    opt.step()
    return stats


def array(model, x, y, opt):
    loss = F.mse_loss(model(x), y)
    kept = loss.numpy()  # expect: TAP105 likely
    loss.backward()


def after(model, x, y, opt):
    loss = F.mse_loss(model(x), y)
    loss.backward()
    return loss.numpy()  # expect: TAP105 likely


def part(model, x, y):
    out = model(x).exp()
    kept = out.numpy()
    loss = (out * y).sum()
    loss.backward()


def right(model, x, y):
    out = model(x).exp()
    with torch.no_grad():
        kept = out.numpy()
    kept = out.detach().numpy()
    loss = out.sum()
    loss.backward()


def branch(model, x, y, train):
    out = model(x).exp()
    if train:
        out.sum().backward()
    else:
        kept = out.numpy()


def logged_elsewhere(model, loader):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        losses.append(loss.item())
    return np.mean(losses)


def another_loss(model, x, y):
    loss = F.mse_loss(model(x), y)
    other = F.l1_loss(model(x), y)
    loss.backward()
    return other.numpy()


class ContrastLoss(torch.nn.Module):
    def forward(self, features, labels):
        logits = features @ features.T
        log_prob = logits - torch.log(torch.exp(logits).sum(1, keepdim=True))
        parts = [each.mean() for each in log_prob]
        return np.mean(parts)  # expect: TAP105 likely


class ContrastScore(torch.nn.Module):
    def forward(self, features, labels):
        logits = features @ features.T
        return np.mean(logits.numpy())


class DetachedLoss(torch.nn.Module):
    def forward(self, features, labels):
        logits = features @ features.T
        self.last = logits.detach().numpy()
        if not self.training:
            self.kept = logits.numpy()
        return logits.mean()
