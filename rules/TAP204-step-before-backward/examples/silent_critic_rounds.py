"""Several rounds of the critic on a detached fake, then one of the generator."""

# torch: runs
import torch
from torch import nn, optim

critic = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
generator = nn.Linear(2, 2)
critic_opt = optim.RMSprop(critic.parameters(), lr=5e-5)
generator_opt = optim.RMSprop(generator.parameters(), lr=5e-5)
real = torch.randn(3, 2)

for _ in range(2):
    for _ in range(2):
        fake = generator(torch.randn(3, 2)).detach()
        critic_loss = critic(fake).mean() - critic(real).mean()
        critic_opt.zero_grad()
        critic_loss.backward()
        critic_opt.step()
        with torch.no_grad():
            for p in critic.parameters():
                p.clamp_(-0.01, 0.01)
    generator_opt.zero_grad()
    generator_loss = -critic(generator(torch.randn(3, 2))).mean()
    generator_loss.backward()
    generator_opt.step()
