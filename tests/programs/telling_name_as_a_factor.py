import torch


def reinforce(log_probs, advantages, weights):
    policy_loss = -(torch.tensor(log_probs) * advantages).mean()  # expect: TAP101 likely
    scores = torch.tensor(log_probs) * weights
    ratio_loss = torch.exp(weights - torch.tensor(log_probs)).mean()
    return policy_loss, scores, ratio_loss
