import torch
from gaussian_actor import GaussianActor
from sac import SoftQ

torch.manual_seed(0)
actor, critic, obs = GaussianActor(3, 2), SoftQ(3, 2), torch.randn(16, 3)
action, log_prob = actor.get_action(obs)
critic(obs, action).sum().backward()
assert actor.mean.weight.grad is None
assert actor.fc.weight.grad is None
