import torch

from nets import make_gan
from steps import d_step, g_step


def moons(n):
    t = torch.rand(n) * 3.14
    return torch.stack([torch.cos(t), torch.sin(t)], 1) * 0.8 + 0.05 * torch.randn(n, 2)


def main(iters=15, latent=3, n=32, n_critic=2):
    torch.manual_seed(0)
    G, D = make_gan(latent, 2)
    opt_g = torch.optim.Adam(G.parameters(), 1e-3, betas=(0.0, 0.9))
    opt_d = torch.optim.Adam(D.parameters(), 1e-3, betas=(0.0, 0.9))
    curve = []
    for _ in range(iters):
        d = sum(d_step(G, D, opt_d, moons(n), latent) for _ in range(n_critic)) / n_critic
        curve.append((d, g_step(G, D, opt_g, n, latent)))
    return torch.tensor(curve)


if __name__ == "__main__":
    print(main()[-1])
