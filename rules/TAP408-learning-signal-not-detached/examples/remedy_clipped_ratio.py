"""PPO: the advantages are computed where nothing is recorded."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

actor, critic = nn.Linear(2, 3), nn.Linear(2, 1)
states, actions, returns = torch.randn(8, 2), torch.randint(3, (8,)), torch.randn(8)
old_log_probs = Categorical(logits=actor(states)).log_prob(actions).detach()
with torch.no_grad():
    advantages = returns - critic(states).squeeze(1)
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
ratio = torch.exp(Categorical(logits=actor(states)).log_prob(actions) - old_log_probs)
plain = ratio * advantages
clipped = ratio.clamp(0.8, 1.2) * advantages
values = critic(states).squeeze(1)
loss = -torch.min(plain, clipped).mean() + 0.5 * F.mse_loss(values, returns)
loss.backward()
