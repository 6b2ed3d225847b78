"""What is made under a flag of `self` goes with the flag: over a loop, a return, the next call."""

import torch
from torch import nn


class Agent:
    def __init__(self, tune):
        self.tune = tune
        self.net = nn.Linear(3, 3)
        self.opt = torch.optim.Adam(self.net.parameters())
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha_opt = torch.optim.Adam([self.log_alpha])
        if self.tune:
            self.alpha = self.log_alpha.exp()
        else:
            self.alpha = torch.tensor(0.2)

    def learn(self, batches):
        for x in batches:
            loss = (self.alpha * self.net(x)).mean()
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            if self.tune:
                self.alpha = self.log_alpha.exp()


class Returning(Agent):
    def refresh(self):
        if not self.tune:
            return
        self.alpha = self.log_alpha.exp()

    def one(self, x):
        loss = (self.alpha * self.net(x)).mean()
        loss.backward()
        self.refresh()

    def all(self, batches):
        for x in batches:
            self.one(x)


class InALoop(Agent):
    def several(self, batches):
        for x in batches:
            loss = (self.alpha * self.net(x)).mean()
            loss.backward()
            for _ in range(2):
                if self.tune:
                    self.alpha = self.log_alpha.exp()
                    break

    def twice(self, batches):
        self.several(batches)
        self.several(batches)


class Given(Agent):
    def step(self, x):
        loss = (self.alpha * self.net(x)).mean()
        loss.backward()
        if not self.tune:
            return loss
        self.alpha = self.log_alpha.exp()
        return loss


def train(batches, tune):
    agent = Given(tune)
    for x in batches:
        agent.step(x)


def trained(batches, tune):
    agent = Returning(tune)
    agent.one(batches[0])
    agent.one(batches[1])
    agent.all(batches)


class Wrong(Agent):
    def refresh(self):
        if not self.tune:
            return
        self.log_alpha.data.clamp_(max=1.0)  # expect: TAP302

    def one(self, x):
        loss = (self.alpha * self.net(x)).mean()
        loss.backward()  # expect: TAP501
        self.refresh()

    def all(self, batches):
        for x in batches:
            self.one(x)
