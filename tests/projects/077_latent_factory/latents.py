import torch


def init_latents(n, dim, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(n * dim, generator=generator, requires_grad=True).view(n, dim)
