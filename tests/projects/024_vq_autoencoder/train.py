import torch

from model import VQAE


def perplexity(codes, n):
    p = torch.bincount(codes, minlength=n).float() / codes.numel()
    return torch.exp(-(p * (p + 1e-10).log()).sum()).item()


def main():
    torch.manual_seed(0)
    centers = torch.randn(6, 8)
    model = VQAE()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(25):
        x = centers[torch.randint(0, 6, (64,))] + 0.05 * torch.randn(64, 8)
        recon, vq_loss, codes = model(x)
        loss = (recon - x).pow(2).mean() + vq_loss
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), perplexity(codes, 16))


if __name__ == "__main__":
    main()
