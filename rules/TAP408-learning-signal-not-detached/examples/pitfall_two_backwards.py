"""Two backwards and no clearing between them: the critic steps with the gradients of both."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
actor, critic = nn.Linear(2, 3), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
states, returns = torch.ones(4, 2), torch.full((4,), 5.0)
policy = Categorical(logits=actor(states))
advantage = returns - critic(states).squeeze(1)
actor_loss = -(policy.log_prob(policy.sample()) * advantage).mean()  # expect: TAP408 certain
critic_loss = advantage.pow(2).mean()
critic_alone = -2 * advantage.mean().item()
actor_optimizer.zero_grad()
critic_optimizer.zero_grad()
actor_loss.backward(retain_graph=True)
critic_loss.backward()
assert abs(critic.bias.grad.item() - critic_alone) > 0.5
actor_optimizer.step()
critic_optimizer.step()
