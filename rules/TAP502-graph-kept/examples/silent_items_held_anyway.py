"""The list keeps what the loop goes over, and that keeps it already."""

# torch: runs
import torch
from torch import nn

net, value = nn.Linear(4, 2), nn.Linear(4, 1)
optimizer = torch.optim.Adam(net.parameters())
value_optimizer = torch.optim.Adam(value.parameters())


def learn(episode):
    values, losses = [], []
    for state_value, _ in reversed(episode):
        values.insert(0, state_value)
    for state_value, (_, log_prob) in zip(values, episode):
        losses.append(-log_prob * (1.0 - state_value.detach()))
    optimizer.zero_grad()
    torch.stack(losses).sum().backward()
    optimizer.step()


for _ in range(2):
    episode = []
    for _ in range(30):
        x = torch.randn(4)
        episode.append((value(x), net(x).log_softmax(-1)[0]))
    value_optimizer.zero_grad()
    torch.stack([each for each, _ in episode]).pow(2).sum().backward()
    value_optimizer.step()
    learn(episode)
