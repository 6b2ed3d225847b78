"""An episode is kept in lists, and each step's value weighs what was done there."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

body, policy, value = nn.Linear(2, 4), nn.Linear(4, 3), nn.Linear(4, 1)
log_probs, values, returns = [], [], [3.0, 2.0, 1.0]
for state in torch.randn(3, 2):
    features = torch.relu(body(state))
    log_probs.append(F.log_softmax(policy(features), dim=-1)[1])
    values.append(value(features))
policy_losses, value_losses = [], []
for log_prob, estimate, outcome in zip(log_probs, values, returns):
    advantage = outcome - estimate
    policy_losses.append(-log_prob * advantage)  # expect: TAP408 certain
    value_losses.append(F.smooth_l1_loss(estimate, torch.tensor([outcome])))
loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
loss.backward()
