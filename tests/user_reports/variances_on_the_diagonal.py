"""A user wonders at torch.diag(action_var) in a continuous policy, which is a covariance."""
# torch: runs
# report: https://github.com/nikhilbarhate99/PPO-PyTorch/issues/3
# no pitfall: the deviation was squared when the policy was made
import torch
from torch import nn
from torch.distributions import MultivariateNormal


class ActorCritic(nn.Module):
    def __init__(self, state_dim, action_dim, action_std):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(state_dim, 4), nn.Tanh(), nn.Linear(4, action_dim))
        self.action_var = torch.full((action_dim,), action_std * action_std)

    def act(self, state):
        dist = MultivariateNormal(self.actor(state), torch.diag(self.action_var))
        action = dist.sample()
        return action.detach(), dist.log_prob(action)

    def evaluate(self, state, action):
        dist = MultivariateNormal(self.actor(state), torch.diag(self.action_var))
        return dist.log_prob(action), dist.entropy()


policy = ActorCritic(3, 2, 0.6)
states = torch.randn(4, 3)
actions, old_log_probs = policy.act(states)
log_probs, entropy = policy.evaluate(states, actions)
ratio = torch.exp(log_probs - old_log_probs.detach())
(-ratio.mean() - 0.01 * entropy.mean()).backward()
