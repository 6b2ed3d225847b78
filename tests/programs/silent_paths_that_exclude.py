"""Two backwards that lie on no one path, or that share nothing."""

import torch
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from transformers import Trainer


class LossOrPair(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        scores = model(inputs["tokens"])
        loss = F.cross_entropy(scores, inputs["labels"])
        return (loss, scores) if return_outputs else loss


def equal_or_not(x, kind):
    y = x.requires_grad_().sigmoid()
    if kind in ("a", "b"):
        y.sum().backward()
    if kind == "c":
        y.mean().backward()


def below_and_above(x, epoch):
    y = x.requires_grad_().exp()
    if epoch < 5:
        y.sum().backward()
    if epoch >= 5:
        y.mean().backward()


def given_or_none(x, target):
    y = x.requires_grad_().exp()
    if target is None:
        y.sum().backward()
    if target:
        y.mean().backward()


def of_an_enumeration(x, phase, Phase):
    y = x.requires_grad_().exp()
    if phase is Phase.FIRST:
        y.sum().backward()
    if phase is Phase.SECOND:
        y.mean().backward()


def ended_by_an_assertion(batches, mode):
    net = nn.Linear(2, 2)
    for x in batches:
        if mode == "mean":
            loss = net(x).exp().mean()
        elif mode == "sum":
            loss = net(x).exp().sum()
        else:
            assert False, mode
        loss = loss.exp()
        loss.backward()


maker = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
judge = nn.Sequential(nn.Linear(2, 1), nn.Sigmoid())
every, each = 1, 1
for _ in range(9):
    for i, x in enumerate(DataLoader(torch.randn(5, 3, 2))):
        if i % every == 0:
            made = maker(x)
            judge(made.detach()).mean().backward()
        if i % each == 0:
            judge(made).mean().backward()


class TwoBodies:
    def __init__(self, config):
        self.network = config.network()
        self.first, self.second = config.optimizers(self.network)

    def learn(self, x, y):
        found = self.network(x)
        ratio = (found["one"] - x).exp()
        one = -torch.min(ratio * y, ratio.clamp(0.8, 1.2) * y).mean()
        other = 0.5 * (y - found["other"]).pow(2).mean()
        self.first.zero_grad()
        one.backward()
        self.first.step()
        self.second.zero_grad()
        other.backward()
        self.second.step()


class Decoder:
    def __init__(self, net):
        self.net = net

    def clean(self, x, noise=None):
        if noise is None:
            noise = self.net(x)
        return x - noise


def a_tensor_is_not_none(batches):
    net, weights = nn.Linear(2, 2), nn.Linear(1, 5)
    decoder = Decoder(net)
    for x in batches:
        found = net(x).detach().clone()
        target = decoder.clean(x, noise=found).exp()
        for _ in range(3):
            F.mse_loss(weights.weight, target).backward()
