"""A class of one's own calls its flag as it likes."""

# torch: runs
import torch


class Value:
    def __init__(self, data):
        self.data = data
        self.require_grad = True


value = Value(torch.ones(2))
value.require_grad = False
assert not value.require_grad
