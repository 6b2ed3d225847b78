"""Objects of other classes have methods of the same names, which change them."""

# torch: runs
import torch


class Batch:
    def __init__(self, inputs):
        self.inputs = inputs

    def to(self, dtype):
        self.inputs = self.inputs.to(dtype)
        return self


batch = Batch(torch.ones(2))
batch.to(torch.float64)
seen = set()
seen.add(batch)
names = {}
names.copy()
assert batch.inputs.dtype is torch.float64
