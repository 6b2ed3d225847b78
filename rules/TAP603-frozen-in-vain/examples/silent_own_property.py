"""A class with a property of its own: the assignment freezes."""

# torch: runs
from torch import nn


class Encoder(nn.Linear):
    @property
    def requires_grad(self):
        return self.weight.requires_grad

    @requires_grad.setter
    def requires_grad(self, flag):
        self.requires_grad_(flag)


encoder = Encoder(2, 2)
encoder.requires_grad = False
assert not encoder.weight.requires_grad
