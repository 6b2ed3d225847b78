"""Changes through ``.data`` after which every gradient is right: TAP302."""
import torch
from torch import nn

layer = nn.Linear(3, 3)
w = torch.ones(3, requires_grad=True)
x = torch.ones(2, 3)

loss = layer(x).sum()
prediction = layer(x)
prediction.data.clamp_(0, 1)  # expect: TAP302
loss.backward()

hidden = layer(x)
loss = hidden.sum()
hidden.data.zero_()  # expect: TAP302
loss.backward()

hidden = layer(x)
hidden.data.add_(1.0)  # expect: TAP302
hidden.data += torch.randn(2, 3)  # expect: TAP302
hidden.data[0] -= 0.5  # expect: TAP302
hidden.sum().backward()

hidden = layer(x)
hidden.data.mul_(0.5)  # expect: TAP302
torch.autograd.grad((hidden * hidden).sum(), hidden)

hidden = layer(x)
hidden.sum().backward()
hidden.data.zero_()  # expect: TAP302

hidden = layer(x)
hidden.data[0] = 0.0  # expect: TAP302
hidden[1].sum().backward()

view = w.view(3, 1)
view.data.mul_(2.0)  # expect: TAP302
view.sum().backward()

hidden = layer(x).detach()
hidden.data.mul_(2.0)  # expect: TAP302
(hidden * w).sum().backward()

scores = layer(x)
mask = torch.tensor([True, False, False])
scores.data.masked_fill_(mask, -float("inf"))  # expect: TAP302
scores.data.masked_fill_(mask, value=-1e9)  # expect: TAP302
scores.data[:, 0] = float("-inf")  # expect: TAP302
torch.softmax(scores, 1)[0, 1].backward()


class Sampler(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    @torch.no_grad()
    def forward(self, x):
        codes = self.layer(x)
        codes.data.round_()  # expect: TAP302
        return codes

    def show(self, x):
        codes = self.layer(x)
        codes.data.round_()  # expect: TAP302
        return codes


class Padded(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x, mask):
        frames = self.layer(x)
        frames.data.masked_fill_(mask, 0.0)  # expect: TAP302
        frames.data[-1] = 0.0  # expect: TAP302
        return frames


def either(flag):
    hidden = layer(x)
    if flag:
        hidden.data.zero_()  # expect: TAP302
    if not flag:
        hidden.sum().backward()


def with_noise(noise):
    hidden = layer(x)
    hidden.data.add_(noise)  # expect: TAP302
    hidden.sum().backward()
