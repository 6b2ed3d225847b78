"""`F.dropout` asks for the mode of its module, which still trains."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 64), nn.Linear(64, 3)

    def forward(self, x):
        return self.second(F.dropout(self.first(x), training=self.training))


def train(net, optimizer):
    net.train()
    optimizer.zero_grad()
    F.cross_entropy(net(torch.randn(8, 4)), torch.randint(3, (8,))).backward()
    optimizer.step()


@torch.no_grad()
def test(net, test_loader):
    for x in test_loader:
        scores = net(x)  # expect: TAP607 likely
        assert not torch.equal(scores, net(x))


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    train(model, optimizer)
    test(model, torch.randn(2, 8, 4))
