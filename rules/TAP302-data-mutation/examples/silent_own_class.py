"""A class of one's own may keep a tensor in an attribute called data."""

# torch: right gradient
import torch


class Buffer:
    def __init__(self, size):
        self.data = torch.zeros(size)
        self.used = 0

    def add(self, value):
        self.data[self.used] = value
        self.used += 1


buffer = Buffer(2)
buffer.add(1.0)
buffer.data[1] = 3.0
buffer.data.mul_(2.0)
w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (w * buffer.data).sum()
loss.backward()
