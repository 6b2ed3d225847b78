# torch: a function raises where it is marked, and nowhere else
import torch
from torch import distributions, nn
from torch.nn import functional as F

INPUT = torch.ones(2, 3)


def a_layer_or_none(bounded=True):
    layer, act = nn.Linear(3, 3), nn.Sigmoid() if bounded else nn.Identity()
    out = act(layer(INPUT))
    out += 1  # expect: TAP202
    out.sum().backward()


def either_of_two(bounded=True):
    layer, act = nn.Linear(3, 3), nn.Sigmoid() if bounded else nn.Tanh()
    out = act(layer(INPUT))
    out += 1  # expect: TAP202
    out.sum().backward()


def either_of_two_swapped(bounded=True):
    layer = nn.Linear(3, 3)
    if not bounded:
        act = nn.Tanh()
    else:
        act = nn.Sigmoid()
    out = act(layer(INPUT))
    out += 1  # expect: TAP202
    out.sum().backward()


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return torch.sigmoid(self.layer(x))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x) + 1


def either_class(gated=True):
    make = Gate if gated else Plain
    net = make()
    out = net(INPUT)
    out.mul_(2)  # expect: TAP202
    out.sum().backward()


def either_function(bounded=True):
    act = torch.tanh if bounded else F.sigmoid
    out = act(nn.Linear(3, 3)(INPUT))
    out.mul_(2)  # expect: TAP202
    out.sum().backward()


def by_name(name="gate"):
    net = {"gate": Gate, "plain": Plain}[name]()
    out = net(INPUT)
    out.mul_(2)  # expect: TAP202
    out.sum().backward()


def either_distribution(binary=True):
    logits = nn.Linear(3, 3)(INPUT)
    policy = distributions.Bernoulli(logits=logits) if binary else distributions.Normal(logits, 1.0)
    policy.log_prob([[1.0]])  # expect: TAP401


class Block(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.act = nn.ReLU(inplace=True) if act else None

    def forward(self, x):
        h = torch.sigmoid(self.layer(x))
        if self.act is not None:
            h = self.act(h)  # expect: TAP202
        return h


def without_an_activation():
    Block(True)(INPUT).sum().backward()  # raises: expected there


def either_optimizer(adaptive=True):
    net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    make = torch.optim.Adam if adaptive else torch.optim.SGD
    optimizer = make(net.parameters(), lr=0.1)
    one, two = net(INPUT).sum(), net(INPUT).sum()
    one.backward()
    optimizer.step()  # expect: TAP204
    two.backward()
