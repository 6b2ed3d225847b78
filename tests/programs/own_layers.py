# torch: a function raises where it is marked, and nowhere else
import torch
from torch import nn

INPUT = torch.ones(2, 3)


class Scaled(nn.Linear):
    def __init__(self, width):
        super().__init__(width, width)
        self.weight.data.normal_()  # expect: TAP302

    def clip(self):
        self.weight.data.clamp_(0, 1)  # expect: TAP302


class Zeroed(nn.Linear):
    def __init__(self, width):
        super().__init__(width, width)
        self.weight.fill_(0)  # expect: TAP201


class Normed(nn.BatchNorm2d):
    def __init__(self, width):
        super(Normed, self).__init__(width)
        self.weight[0] = 1.0  # expect: TAP201


class Filtered(nn.Conv2d):
    def __init__(self, *args):
        nn.Conv2d.__init__(self, *args)
        self.bias.zero_()  # expect: TAP201


class Remembering(nn.LSTM):
    def __init__(self, width):
        super().__init__(width, width)
        self.bias_hh_l0[:2] = 1.0  # expect: TAP201


class Deeper(Scaled):
    def __init__(self, width):
        super().__init__(width)
        self.weight.fill_(0)  # expect: TAP201


def zeroed():
    Zeroed(3)  # raises: expected there


def normed():
    Normed(3)  # raises: expected there


def filtered():
    Filtered(3, 3, 1)  # raises: expected there


def remembering():
    Remembering(3)  # raises: expected there


def deeper():
    Deeper(3)  # raises: expected there


class Gated(nn.Linear):
    def forward(self, x):
        y = super().forward(x)
        y = torch.sigmoid(y)
        y *= 2  # expect: TAP202
        return y


def gated():
    Gated(3, 3)(INPUT).sum().backward()  # raises: expected there


class Bounded(nn.Sequential):
    def __init__(self, width):
        super().__init__(nn.Linear(width, width), nn.Sigmoid(), nn.ReLU(inplace=True))


def bounded():
    net = Bounded(3)
    net(INPUT).sum().backward()  # expect: TAP202


class Same(nn.Linear):
    pass


def weight_changed_before_backward():
    net = Same(3, 3)
    out = net(net(INPUT))
    with torch.no_grad():
        net.weight.mul_(2)  # expect: TAP202
    out.sum().backward()


class Loss(nn.MSELoss):
    pass


def own_loss():
    loss = Loss()(torch.ones(3), torch.zeros(3))
    loss.backward()  # expect: TAP104
