import torch
from nets import Actor, Critic
from train import logged_data
from trainer import OfflineTrainer

torch.manual_seed(0)
trainer = OfflineTrainer(Actor(3, 2), Critic(3, 2), lr=0.0)
(batch,) = list(logged_data(1))
seen, step = [], trainer.critic_optimizer.step
trainer.critic_optimizer.step = lambda: (
    seen.append(trainer.critic.net[0].weight.grad.clone()),
    step(),
)
trainer.run([batch, batch])
assert not torch.allclose(*seen)  # the same batch and the same weights, and another gradient
