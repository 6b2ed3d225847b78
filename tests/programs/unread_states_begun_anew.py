"""A hidden state that a test begins anew, and a network that the same flag has chosen."""

import torch
from torch import nn

cell = nn.GRUCell(2, 2)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = None
        self.cell = nn.GRUCell(2, 2)

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)
        return self.hidden


class Agent:
    def __init__(self, use_rnn):
        self.use_rnn = use_rnn
        if self.use_rnn:
            self.critic = Recurrent()
        else:
            self.critic = nn.Linear(2, 2)

    def train(self, x):
        for _ in range(3):
            if self.use_rnn:
                self.critic.hidden = None
            self.critic(x).mean().backward()


def begun_at_random(x, flag):
    hidden = None
    for _ in range(3):
        if flag:
            hidden = None
        hidden = cell(x, hidden)
        hidden.mean().backward()  # expect: TAP501


def begun_once(x):
    hidden = None
    for _ in range(3):
        hidden = cell(x, hidden)
        hidden.mean().backward()  # expect: TAP501


def begun_each_time(x):
    for _ in range(3):
        hidden = None
        hidden = cell(x, hidden)
        hidden.mean().backward()
