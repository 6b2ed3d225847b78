"""Four findings: certain and likely, with a trail and with a fix."""

import torch


def step(policy, states, returns):
    log_probs = []
    for state in states:
        log_probs.append(policy(state))
    loss = -(torch.tensor(log_probs) * returns).mean()
    loss.backward()


w = torch.zeros(3, requires_grad=True)
name = "é🔥"; w.add_(
    1,
)
w.data.zero_()  # noqa: E501, TAP201
