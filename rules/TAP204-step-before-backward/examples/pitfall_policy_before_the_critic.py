"""The policy's actions take part in the critic's loss, whose backward comes after its step."""

# torch: raises RuntimeError: has been modified by an inplace operation
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
unseen = critic(torch.cat([states, policy(states)], dim=1))
critic_loss = (seen - 1).pow(2).mean() + (unseen - seen).mean()

policy_optimizer.zero_grad()
policy_loss.backward()
policy_optimizer.step()  # expect: TAP204
critic_optimizer.zero_grad()
critic_loss.backward()
critic_optimizer.step()
