# torch: a function raises where it is marked, and nowhere else
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

INPUT = torch.ones(2, 3)
LEAF = torch.ones(3, requires_grad=True)


def network():
    return nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))


def running_sum(model=network(), y=torch.tensor([0, 1])):
    total = torch.tensor(0.0)
    for x in (INPUT, INPUT):
        logits = model(x)
        total += F.cross_entropy(logits, y)
        total.backward()  # expect: TAP501 likely


def summed_first(model=network(), y=torch.tensor([0, 1])):
    total = torch.tensor(0.0)
    for x in (INPUT, INPUT):
        total += F.cross_entropy(model(x), y)
    total.backward()


def of_several(x: Tensor = LEAF, y: Tensor = LEAF):
    h, g = x.exp(), y.exp()
    h.add_(1)  # expect: TAP202 likely
    torch.autograd.backward([h.sum(), g.sum()])


def of_an_input(x: Tensor = LEAF, y: Tensor = torch.ones(3, requires_grad=True)):
    h, g = x.exp(), y.exp()
    h.add_(1)  # expect: TAP202 likely
    return torch.autograd.grad((h + g).sum(), x)


def of_another_input(x: Tensor = LEAF, y: Tensor = torch.ones(3, requires_grad=True)):
    h, g = x.exp(), y.exp()
    h.add_(1)
    return torch.autograd.grad((h + g).sum(), y)


def numbers_before(model=network()):
    loss = F.mse_loss(model(INPUT), INPUT)
    # raises: expected there
    shown = np.mean([loss])  # expect: TAP105 likely
    loss.backward()
    return shown


def numbers_after(model=network()):
    loss = F.mse_loss(model(INPUT), INPUT)
    loss.backward()
    # raises: expected there
    return loss.numpy()  # expect: TAP105 likely


def numbers_detached(model=network()):
    loss = F.mse_loss(model(INPUT), INPUT)
    loss.backward()
    return loss.detach().numpy()


class Handed(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 3)

    def forward(self, x, y):
        logits = self.head(x)
        loss = F.mse_loss(logits, y).detach()  # expect: TAP104 likely
        return logits, loss


def trained():
    _, loss = Handed()(INPUT, INPUT)
    loss.backward()  # expect: TAP104


class Solver:
    def __init__(self, kind="small"):
        self.kind = kind
        self.build()

    def build(self):
        if self.kind == "small":
            self.critic = network()
        else:
            self.critic = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
        self.optimizer = getattr(torch.optim, "SGD")(self.critic.parameters(), lr=0.1)

    def train(self, x):
        first = self.critic(x).mean()
        second = self.critic(torch.tanh(self.critic(x))).mean()
        first.backward()
        self.optimizer.step()  # expect: TAP204
        second.backward()


def solved():
    Solver().train(INPUT)  # raises: expected there


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True))

    def forward(self, x):
        return x + self.block(x)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(3, 3), nn.Tanh(), nn.ReLU(inplace=True)]
        for _ in range(2):
            layers += [Block()]
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x)  # expect: TAP202


def generated():
    Generator()(INPUT).sum().backward()  # raises: expected there


def last_of_known(layers=(nn.Linear(3, 3), nn.Linear(3, 3))):
    x = INPUT
    for i, layer in enumerate([nn.Linear(3, 3), nn.Linear(3, 3)]):
        x = layer(x)
        x = x if not i < 1 else torch.sigmoid(x)
    x += 1
    x.sum().backward()


def first_of_known():
    x = INPUT
    layers = [nn.Linear(3, 3), nn.Linear(3, 3)]
    for i, layer in enumerate(layers):
        x = layer(x)
        if i == len(layers) - 1:
            x = torch.sigmoid(x)
    x += 1  # expect: TAP202
    x.sum().backward()
