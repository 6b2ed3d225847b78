"""Two parameters of a module of which nothing is known are two tensors."""

import torch
import torch.nn.functional as F
from torch import nn


class Inverse(nn.Module):
    def __init__(self, model, equation):
        super().__init__()
        self.model = model
        self.first = torch.log(list(equation.parameters())[0])
        self.second = list(equation.parameters())[1]

    def loss(self, x, y):
        u = self.model(x)
        return F.mse_loss(torch.exp(self.first) * u + self.second * u, y)


def identify(model, equation, x, y):
    inverse = Inverse(model, equation)
    optimizer = torch.optim.LBFGS(inverse.parameters())

    def closure():
        optimizer.zero_grad()
        loss = inverse.loss(x, y)
        loss.backward(retain_graph=True)
        return loss

    for _ in range(3):
        optimizer.step(closure)
