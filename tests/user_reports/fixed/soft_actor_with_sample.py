"""With rsample the critic's gradient reaches the actor."""
# torch: right gradient
import torch
from torch import nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(2, 1)
        self.log_std = nn.Linear(2, 1)

    def forward(self, state):
        policy = Normal(self.mu(state), self.log_std(state).clamp(-2, 2).exp())
        pi = policy.rsample()
        logp_pi = policy.log_prob(pi).sum(dim=1)
        return torch.tanh(pi), logp_pi


actor = Actor()  # parameter
critic = nn.Linear(3, 1)
state = torch.randn(4, 2)
pi, logp_pi = actor(state)
q_pi = critic(torch.cat([state, pi], dim=1)).squeeze(1)
loss = (0.2 * logp_pi - q_pi).mean()
loss.backward()
