"""A user wonders at a diagonal of variances in a continuous policy, which is a covariance."""
# torch: runs
# report: https://github.com/nikhilbarhate99/PPO-PyTorch/issues/3
# no pitfall: the deviation was squared when the policy was made
import torch
from torch import nn
from torch.distributions import MultivariateNormal


class Policy(nn.Module):
    def __init__(self, inputs, outputs, action_std):
        super().__init__()
        self.center = nn.Sequential(nn.Linear(inputs, 4), nn.Tanh(), nn.Linear(4, outputs))
        self.action_var = torch.full((outputs,), action_std * action_std)

    def forward(self, state):
        return MultivariateNormal(self.center(state), torch.diag(self.action_var))


policy = Policy(3, 2, action_std=0.6)
states = torch.randn(4, 3)
with torch.no_grad():
    before = policy(states)
    actions = before.sample()
    old_log_probs = before.log_prob(actions)
now = policy(states)
ratio = torch.exp(now.log_prob(actions) - old_log_probs)
(-ratio.mean() - 0.01 * now.entropy().mean()).backward()
