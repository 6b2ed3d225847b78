import torch
from somewhere import audit, prepare
from torch import nn


class Step(nn.Module):
    """What is not known may call the object's methods, and so make anew what they assign."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)
        self.loss = None
        self.scale = torch.ones(3)

    def measure(self, x):
        self.loss = self.layer(x).mean()

    def run(self, x):
        self.loss = self.layer(x).mean().detach()
        prepare(self)
        self.loss.backward()

    def run_attribute(self, x, engine):
        self.loss = self.layer(x).mean().detach()
        engine.prepare(self)
        self.loss.backward()

    def seen(self, x):
        self.loss = self.layer(x).mean().detach()
        print(self)
        self.loss.backward()  # expect: TAP104

    def not_given(self, x):
        self.loss = self.layer(x).mean().detach()
        audit(x)
        self.loss.backward()  # expect: TAP104


class Fixed(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.ones(3)
        prepare(self)

    def forward(self):
        self.scale.sum().backward()  # expect: TAP104
