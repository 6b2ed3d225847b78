import torch
from torch import nn

from layers import make_net


def main(steps=20, bits=3):
    torch.manual_seed(0)
    net = make_net(4, 2, bits)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.randn(32, 4)
        loss = nn.functional.cross_entropy(net(x), (x[:, 0] > x[:, 1]).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
