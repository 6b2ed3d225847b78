"""A mixture's weights are probabilities, and nothing holds them against a target."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

body, weights, means = nn.Linear(3, 8), nn.Linear(8, 4), nn.Linear(8, 4)
x, y = torch.randn(16, 3), torch.randn(16, 1)
hidden = torch.tanh(body(x))
chances = torch.softmax(weights(hidden), dim=1)
loss = -(chances * Normal(means(hidden), 1.0).log_prob(y)).sum(1).mean()
loss = loss + (chances * chances.log()).sum(1).mean()
loss = loss + (means(hidden) ** 2).mean()
loss.backward()
