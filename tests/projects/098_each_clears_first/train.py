import itertools

import torch

from info_gan import Gen, Shared
from rounds import disc_round, gen_round

if __name__ == "__main__":
    torch.manual_seed(0)
    disc, gen = Shared(2, 3), Gen(4, 3, 2)
    opt_d = torch.optim.Adam(itertools.chain(disc.body.parameters(), disc.real.parameters()), 2e-4)
    opt_g = torch.optim.Adam(itertools.chain(gen.parameters(), disc.code.parameters()), 1e-3)
    for step in range(15):
        centers = torch.tensor([[2.0, 0.0], [-2.0, 0.0], [0.0, 2.0]])
        real = centers[torch.randint(0, 3, (32,))] + 0.1 * torch.randn(32, 2)
        print(step, disc_round(disc, gen, opt_d, real), gen_round(disc, gen, opt_g, 32))
