"""A dict of lists: nothing in it is trained or saved."""

# torch: runs
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = {  # expect: TAP601
            "down": [nn.Linear(4, 2), nn.Linear(2, 2)],
            "up": [nn.Linear(2, 4)],
        }

    def forward(self, x):
        for layer in self.stages["down"] + self.stages["up"]:
            x = layer(x)
        return x


assert not list(Net().parameters())
