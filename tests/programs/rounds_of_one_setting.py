"""A test that no round changes says the same in each round, and what it binds is bound anew."""

import torch
from torch import nn

model = nn.Linear(3, 1)


def of_an_argument(batches, kind):
    for batch in batches:
        if "mean" in kind:
            loss = model(batch).sigmoid().mean()
        loss.backward()


def of_what_changes(batches, kinds):
    for batch, kind in zip(batches, kinds):
        if "mean" in kind:
            loss = model(batch).sigmoid().mean()
        loss.backward()  # expect: TAP501


def of_an_argument_bound_anew(batches, kind):
    for batch in batches:
        if "mean" in kind:
            loss = model(batch).sigmoid().mean()
        loss.backward()  # expect: TAP501
        kind = batch.kind


class Trainer:
    def __init__(self, averages):
        self.averages = averages

    def train(self, batches):
        for batch in batches:
            if self.averages:
                loss = model(batch).sigmoid().mean()
            if not self.averages:
                loss = model(batch).sigmoid().sum()
            loss.backward()
