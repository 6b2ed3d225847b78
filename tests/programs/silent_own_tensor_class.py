import torch
import numpy as np


class Tensor:
    def __init__(self, data, requires_grad=False):
        self.data = np.asarray(data)
        self.requires_grad = requires_grad
        self.grad = None

    def detach(self):
        return Tensor(self.data)

    def mean(self):
        return Tensor(self.data.mean())

    def backward(self):
        self.grad = 1.0

    def zero_(self):
        self.data[:] = 0


def tensor(data, requires_grad=False):
    return Tensor(data, requires_grad)


a = Tensor([1.0, 2.0], requires_grad=True)
a.data[0] += 1
a.zero_()
b = a.detach()
b.requires_grad = True
b.mean().backward()


def train(x: Tensor, y: Tensor):
    x.requires_grad = True
    x.data -= 0.1
    x.backward()
    loss = (x - y).mean()
    loss.requires_grad = True
    loss.backward()


def compare(x):
    mine = Tensor(x)
    loss = mine.mean()
    loss.requires_grad = True
    loss.backward()
    theirs = torch.tensor(x, requires_grad=True)
    theirs.mean().backward()
