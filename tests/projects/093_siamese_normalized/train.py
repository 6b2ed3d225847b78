import torch
import torch.nn.functional as F

from siamese import SiameseNet


def pairs(n):
    a = torch.randn(n, 10)
    same = torch.randint(0, 2, (n,)).float()
    b = torch.where(same[:, None] > 0, a + 0.1 * torch.randn(n, 10), torch.randn(n, 10))
    return a, b, same


def main():
    net = SiameseNet(10, 4)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(20):
        a, b, same = pairs(32)
        similarity = net(a, b)
        loss = F.mse_loss(similarity, 2 * same - 1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
