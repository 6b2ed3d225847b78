"""What a function gives back may be used for another backward, and so may what a call gets."""

# torch: runs
import random

import torch
from torch import nn

encoder, head = nn.Linear(4, 8), nn.Linear(8, 1)
kept = []


def step(inputs):
    features = encoder(inputs).sigmoid()
    head(features).pow(2).mean().backward(retain_graph=True)
    return features


def ask(features):
    features.mean().backward()


def ignore(features):
    pass


def step_and_tell(inputs, listener):
    features = encoder(inputs).sigmoid()
    head(features).pow(2).mean().backward(retain_graph=True)
    listener(features)


step(torch.randn(6, 4)).sum().backward()
step_and_tell(torch.randn(6, 4), random.choice([ask, ignore]))
