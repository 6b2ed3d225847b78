"""A class of one's own may take whatever it likes in log_prob."""

# torch: right gradient
import numpy as np
import torch


class Triangular:
    def __init__(self, width):
        self.width = width

    def log_prob(self, value):
        return torch.log(self.width - torch.as_tensor(value).abs()) - 2 * torch.log(self.width)


width = torch.tensor([2.0, 3.0], requires_grad=True)  # parameter
loss = -Triangular(width).log_prob(np.array([0.5, -1.0])).sum()
loss.backward()
