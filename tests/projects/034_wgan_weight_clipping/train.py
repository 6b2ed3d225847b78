import torch

from loop import critic_round, optimizers, sampler_round
from wgan import Critic, Sampler

if __name__ == "__main__":
    torch.manual_seed(0)
    critic, sampler = Critic(2), Sampler(4, 2)
    opt_c, opt_s = optimizers(critic, sampler, 5e-4)
    for it in range(12):
        for _ in range(3):
            distance = critic_round(critic, sampler, opt_c, torch.randn(32, 2) + 3, 0.05)
        sampler_round(critic, sampler, opt_s, 32)
    print(distance, max(p.abs().max().item() for p in critic.parameters()))
