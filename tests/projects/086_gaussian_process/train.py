import torch

from gp import GP


def main():
    torch.manual_seed(0)
    x = torch.linspace(-3, 3, 25)[:, None]
    y = torch.sin(x[:, 0]) + 0.1 * torch.randn(25)
    gp = GP()
    optimizer = torch.optim.Adam(gp.parameters(), lr=0.05)
    for _ in range(20):
        optimizer.zero_grad()
        loss = gp.nll(x, y)
        loss.backward()
        optimizer.step()
    new = torch.rand(5, 1)
    print(loss.item(), gp.predict(x, y, new).log_prob(torch.sin(new[:, 0])).mean().item())


if __name__ == "__main__":
    main()
