"""The critic's loss takes the actions as data, and leaves no gradient in the policy."""

# torch: runs
import torch
from torch import nn

policy = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
policy_optimizer = torch.optim.Adam(policy.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
states, played = torch.randn(3, 2), torch.randn(3, 2)

actions = policy(states)
policy_loss = -critic(torch.cat([states, actions], dim=1)).mean()
seen = critic(torch.cat([states, played], dim=1))
unseen = critic(torch.cat([states, policy(states).detach()], dim=1))
critic_loss = (seen - 1).pow(2).mean() + (unseen - seen).mean()

policy_optimizer.zero_grad()
policy_loss.backward()
meant = [each.grad.clone() for each in policy.parameters()]
policy_optimizer.step()
critic_optimizer.zero_grad()
critic_loss.backward()
critic_optimizer.step()
assert all(each.grad.equal(one) for each, one in zip(policy.parameters(), meant))
