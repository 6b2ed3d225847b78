import torch
from torch import nn

from bnn import BinaryNet


def train(steps=15):
    torch.manual_seed(0)
    net = BinaryNet(6, 2)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.randn(64, 6)
        y = (x[:, :3].sum(1) > 0).long()
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        with torch.no_grad():
            net.first.weight.clamp_(-1, 1)
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    print(train())
