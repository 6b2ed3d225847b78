import torch
from torch import nn
from torch.distributions import Categorical


class Gathered(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scores = nn.Linear(size, size)

    def chances(self, x):
        chances = self.scores(x).softmax(-1)
        chances[:, 0] = 0.0  # expect: TAP202 likely
        return chances

    def forward(self, x):
        chances = self.chances(x)
        chosen = chances.multinomial(1)
        return chosen, chances.gather(-1, chosen)


class Kept(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scores = nn.Linear(size, size)
        self.logs = []

    def chances(self, x):
        chances = self.scores(x).softmax(-1)
        chances[:, 0] = 0.0  # expect: TAP202 likely
        return chances

    def forward(self, x):
        chances = self.chances(x)
        self.logs.append(chances)
        return chances.argmax(-1)


class Drawn(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scores = nn.Linear(size, size)

    def chances(self, x):
        chances = self.scores(x).softmax(-1)
        chances[:, 0] = 0.0  # expect: TAP202 likely
        return chances

    def forward(self, x):
        chances = self.chances(x)
        chosen = chances.argmax(-1)
        return chosen, Categorical(probs=chances).log_prob(chosen)
