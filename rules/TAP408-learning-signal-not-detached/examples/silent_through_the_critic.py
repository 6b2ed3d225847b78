"""DDPG: the policy's loss is the critic's value itself, and no target has a history."""

# torch: runs
import copy

import torch
import torch.nn.functional as F
from torch import nn

actor, critic, gamma = nn.Linear(2, 1), nn.Linear(3, 1), 0.99
target_actor, target_critic = copy.deepcopy(actor), copy.deepcopy(critic)
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
states, actions, rewards = torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 1)
next_states, dones = torch.randn(4, 2), torch.zeros(4, 1)
next_value = target_critic(torch.cat([next_states, target_actor(next_states)], dim=1))
target = rewards + gamma * next_value * (1 - dones)
critic_loss = F.mse_loss(critic(torch.cat([states, actions], dim=1)), target)
critic_optimizer.zero_grad()
critic_loss.backward()
critic_optimizer.step()
actor_loss = -critic(torch.cat([states, actor(states)], dim=1)).mean()
actor_optimizer.zero_grad()
actor_loss.backward()
actor_optimizer.step()
