import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def inner(self, x):
        return self.layer(x).numpy()

    def outer(self, x):
        return self.inner(x)

    def inner_of_training(self, x):
        return self.layer(x).numpy()  # expect: TAP105 likely

    def training_step(self, x):
        return self.inner_of_training(x)

    def even(self, x, n):
        return self.layer(x).numpy() if n == 0 else self.odd(x, n - 1)

    def odd(self, x, n):
        return self.even(x, n - 1)

    def even_too(self, x, n):
        return self.layer(x).numpy() if n == 0 else self.odd_too(x, n - 1)  # expect: TAP105

    def odd_too(self, x, n):
        return self.even_too(x, n - 1)


Net().odd_too(torch.ones(3), 1)
