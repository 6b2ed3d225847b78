import torch
import torch.nn.functional as F

from data import stripes
from model import LazyNet


def main():
    torch.manual_seed(0)
    net = LazyNet(4, 2).warm_up((1, 14, 14))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(15):
        x, y = stripes(32)
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
