"""The step comes before the method that computes the loss and runs its backward."""

# torch: runs
import torch
from torch import nn


class Model:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def backward(self):
        self.loss = self.net(self.batch).pow(2).mean()
        self.loss.backward()

    def optimize_parameters(self):
        self.optimizer.zero_grad()
        self.optimizer.step()  # expect: TAP701 likely
        self.backward()


if __name__ == "__main__":
    linear = nn.Linear(2, 1)
    before = linear.weight.detach().clone()
    model = Model(linear)
    model.batch = torch.ones(4, 2)
    for _ in range(3):
        vars(Model)["optimize_parameters"](model)
    assert torch.equal(linear.weight, before)
