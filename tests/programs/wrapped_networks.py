# torch: a function raises where it is marked, and nowhere else
import torch
from torch import nn
from torch.nn import DataParallel as Parallel

INPUT = torch.ones(2, 3)


class Accelerator:
    """As Accelerate's and Fabric's: everything comes back in the order given."""

    def __init__(self, **kwargs):
        for name in ("prepare", "setup"):
            setattr(self, name, lambda *given: given if len(given) > 1 else given[0])


def gate():
    return nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())


def on_more_devices(several=True):
    net = gate()
    if several:
        net = nn.DataParallel(net)
    opened = net(INPUT)
    opened *= 0.5  # expect: TAP202
    opened.sum().backward()


def only_in_the_branch(several=True):
    net = gate()
    if several:
        net = Parallel(net)
        opened = net(INPUT)
        opened.mul_(0.5)  # expect: TAP202
        opened.sum().backward()


class Trainer:
    def __init__(self, several):
        self.net = gate()
        if several:
            self.net = nn.DataParallel(self.net)
        self.net = self.net.to("cpu")

    def train(self):
        opened = self.net(INPUT)
        opened.mul_(0.5)  # expect: TAP202
        opened.sum().backward()

    def train_alone(self):
        opened = self.net.module(INPUT)
        opened.add_(1)  # expect: TAP202
        opened.sum().backward()


def in_a_trainer():
    Trainer(True).train()  # raises: expected there


def in_a_trainer_alone():
    Trainer(True).train_alone()  # raises: expected there


def compiled():
    net = torch.compile(gate(), backend="eager")
    opened = net(INPUT)
    opened += 1  # expect: TAP202
    opened.sum().backward()


def scripted():
    net = torch.jit.script(gate())
    opened = net(INPUT)
    opened += 1  # expect: TAP202
    opened.sum().backward()


def compiled_within():
    layers = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.ReLU(inplace=True))
    torch.compile(layers, backend="eager")(INPUT).sum().backward()  # expect: TAP202


def prepared(accelerator=Accelerator()):
    net = gate()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net, optimizer, batches = accelerator.prepare(net, optimizer, [INPUT])
    opened = net(INPUT)
    opened += 1  # expect: TAP202
    opened.sum().backward()


def set_up(fabric=Accelerator()):
    net = fabric.setup(gate())
    opened = net(INPUT)
    opened += 1  # expect: TAP202
    opened.sum().backward()


def stepped_before_backward(accelerator=Accelerator()):
    net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    net, optimizer = accelerator.prepare(net, torch.optim.SGD(net.parameters(), lr=0.1))
    one, two = net(INPUT).sum(), net(INPUT).sum()
    one.backward()
    optimizer.step()  # expect: TAP204
    two.backward()


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x).sigmoid()


def compiled_into_its_forward(is_fast=False):
    net = Gate()
    if is_fast:
        net.forward = torch.compile(net)
    opened = net(INPUT)
    opened += 1  # expect: TAP202
    opened.sum().backward()
