import torch

from decoder import Decoder
from latents import init_latents


def fit(points, dim=2, steps=30):
    latents = init_latents(len(points), dim)
    decoder = Decoder(dim, points.size(1))
    optimizer = torch.optim.Adam([
        {"params": decoder.parameters(), "lr": 1e-3},
        {"params": [latents], "lr": 1e-2},
    ])
    for _ in range(steps):
        loss = (decoder(latents) - points).pow(2).mean() + 1e-3 * latents.pow(2).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return latents.detach(), loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    print(fit(torch.randn(40, 5))[1])
