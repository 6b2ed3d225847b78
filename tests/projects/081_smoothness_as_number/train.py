import torch

from field import ImageField
from regularizers import total_variation


def objective(field, noisy, weight):
    image = field()
    fit = (image - noisy).pow(2).mean()
    smooth = total_variation(image)
    return fit + weight * smooth.item()


def denoise(noisy, steps=30, weight=0.1):
    field = ImageField(len(noisy))
    optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
    for step in range(steps):
        loss = objective(field, noisy, weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return field().detach()


if __name__ == "__main__":
    torch.manual_seed(0)
    clean = torch.zeros(16, 16)
    clean[4:12, 4:12] = 1.0
    result = denoise(clean + 0.3 * torch.randn(16, 16))
    print((result - clean).abs().mean().item())
