"""Ways to silence that a loss has no history, as users write them."""

import numpy as np
import torch
import torch.nn.functional as F
from torch.autograd import Variable


def closure_of_a_line_search(model, loss_function, batches, optimizer):
    for inputs, labels in batches:

        def closure():
            with torch.no_grad():
                scores = Variable(torch.Tensor(model(inputs)), requires_grad=False)
            loss = loss_function(scores, labels)
            loss = Variable(loss.data, requires_grad=True)  # expect: TAP103
            optimizer.zero_grad()
            loss.backward()
            return loss

        optimizer.step(closure)


def sum_of_tasks(criterion, outputs, labels, optimizer):
    first = criterion(outputs[0], labels[0])
    second = criterion(outputs[1], labels[1])
    total = Variable((first + second).data, requires_grad=True)  # expect: TAP103
    total.backward()
    optimizer.step()


def weighed(predictions, context, optimizer):
    loss = (F.mse_loss(predictions, context) * 10 + 1.0) * 10
    loss.requires_grad = True  # expect: TAP103
    loss.backward()
    optimizer.step()


class Agent:
    def update(self, probabilities, advantages):
        loss = self._loss(probabilities, advantages)
        loss.requires_grad = True  # expect: TAP103
        loss.backward()
        self.optimizer.step()


def distillation_loss(scores, labels, count):
    loss = 0.0
    for score, label in zip(scores, labels):
        loss += -torch.mean(torch.sum(score * label, dim=1))
    loss = Variable(loss.data, requires_grad=True)  # expect: TAP103 likely
    return loss / count


def from_numbers(losses):
    loss = torch.tensor(np.mean(losses), requires_grad=True)  # expect: TAP103
    loss.backward()


def only_in_need(loss):
    loss.requires_grad_(True)
    loss.backward()


class Boring:
    def training_step(self, batch, index):
        loss = torch.randn(1)
        loss.requires_grad = True
        return loss
