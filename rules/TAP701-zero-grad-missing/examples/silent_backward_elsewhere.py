"""Something else may fill the gradients of an optimiser that is handed in."""

# torch: runs
import torch
from torch import nn


class Engine:
    def manual_backward(self, loss):
        getattr(loss, "back" + "ward")()


def by_an_engine(engine, optimizer, net, batch):
    optimizer.zero_grad()
    loss = net(batch).sum()
    engine.manual_backward(loss)
    optimizer.step()
    penalty = net(batch).pow(2).sum()
    penalty.backward()


def by_hand(optimizer, net, gradients, batch):
    optimizer.zero_grad()
    loss = net(batch).sum()
    for parameter, gradient in zip(net.parameters(), gradients):
        parameter.grad = gradient
    optimizer.step()
    loss.backward()


def warmed_up(optimizer, net, batches):
    optimizer.zero_grad()
    optimizer.step()
    for batch in batches:
        loss = net(batch).sum()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def of_another_loss(optimizer, net, batch):
    optimizer.zero_grad()
    optimizer.step()
    loss = net(batch).sum()
    loss.backward()


if __name__ == "__main__":
    part, batch = nn.Linear(2, 1), torch.ones(4, 2)
    for function, given in (
        (by_an_engine, (batch,)),
        (warmed_up, ([batch],)),
        (of_another_loss, (batch,)),
    ):
        adam = torch.optim.Adam(part.parameters())
        first = (Engine(),) if function is by_an_engine else ()
        function(*first, adam, part, *given)
    sgd = torch.optim.SGD(part.parameters(), lr=0.1)
    before = part.weight.detach().clone()
    by_hand(sgd, part, [torch.ones(1, 2), torch.ones(1)], batch)
    assert not torch.equal(part.weight, before)
