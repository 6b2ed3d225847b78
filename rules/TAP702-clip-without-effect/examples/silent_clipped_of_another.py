"""What is clipped may have been filled before the clearing of something else."""

# torch: runs
import torch
from torch import nn


def adversarial(critic, actor, critic_optimizer, actor_optimizer, batch):
    critic_optimizer.zero_grad()
    critic_loss = critic(batch).pow(2).sum()
    critic_loss.backward()
    actor_optimizer.zero_grad()
    actor_loss = actor(batch).pow(2).sum()
    nn.utils.clip_grad_norm_(critic.parameters(), 1e-3)
    actor_loss.backward()
    critic_optimizer.step()
    actor_optimizer.step()


if __name__ == "__main__":
    linear, other = nn.Linear(2, 1), nn.Linear(2, 1)
    sgds = [torch.optim.SGD(each.parameters(), lr=1.0) for each in (linear, other)]
    before = linear.weight.detach().clone()
    vars()["adversarial"](linear, other, *sgds, torch.full((4, 2), 9.0))
    assert (linear.weight - before).abs().max() <= 1e-3
