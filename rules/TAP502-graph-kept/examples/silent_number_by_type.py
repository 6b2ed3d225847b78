"""What is kept as it is is a number: the test of its type says so."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(batches, every):
    losses, loss = [], 0.0
    for at, batch in enumerate(batches):
        if at % every == 0:
            loss = net(batch).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if type(loss) == float:  # noqa: E721
            losses.append(loss)
        else:
            losses.append(loss.item())
    return losses


train([torch.ones(3, 2)] * 4, 2)
