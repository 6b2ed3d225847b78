"""Four findings: certain and likely, with a trail and with a fix."""

import torch


def step(policy, states):
    scores = policy(states)
    scores = torch.sigmoid(scores)
    scores.mul_(10.0)
    loss = -scores.mean()
    loss.backward()


w = torch.zeros(3, requires_grad=True)
name = "é🔥"; w.add_(
    1,
)
w.data.zero_()  # noqa: E501, TAP201
