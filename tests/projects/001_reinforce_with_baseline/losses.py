import torch
import torch.nn.functional as F


def discount(rewards, gamma):
    out, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        out.insert(0, running)
    return torch.tensor(out)


def policy_loss(log_probs, advantages):
    return -(torch.stack(log_probs) * advantages).mean()


def value_loss(values, returns):
    return F.smooth_l1_loss(torch.tensor(values), returns)
