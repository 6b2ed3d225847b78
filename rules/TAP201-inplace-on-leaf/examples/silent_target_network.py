"""A target network that no optimiser has may be frozen, and one that has been frozen is."""

# torch: runs
import torch
from torch import nn


class Trainer:
    def __init__(self, net, target):
        self.net, self.target = net, target
        self.target.requires_grad_(False)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.01)

    def follow(self):
        pairs = zip(self.net.parameters(), self.target.parameters(), strict=True)
        for parameter, followed in pairs:
            followed.mul_(0.9).add_(0.1 * parameter.detach())


if __name__ == "__main__":
    Trainer(nn.Linear(2, 1), nn.Linear(2, 1)).follow()
