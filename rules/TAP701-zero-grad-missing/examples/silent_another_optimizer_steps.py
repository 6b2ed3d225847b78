"""The step between is that of another network, or of something else: names do not say whose."""

# torch: runs
import torch
from torch import nn


class Clock:
    def __init__(self):
        self.ticks = 0

    def step(self):
        self.ticks += 1


def in_turn(actor, critic, actor_optimizer, critic_optimizer, batch):
    critic_loss = critic(batch).pow(2).sum()
    critic_loss.backward()
    actor.zero_grad()
    actor_loss = actor(batch).pow(2).sum()
    critic_optimizer.step()
    actor_loss.backward()
    actor_optimizer.step()
    critic.zero_grad()


def beside_a_clock(network, clock, apply, batch):
    network.zero_grad()
    loss = network(batch).pow(2).sum()
    clock.step()
    loss.backward()
    apply(network)


def through_the_net(network, optimizer, batch):
    network.zero_grad()
    loss = network(batch).sum()
    network.train_on(batch)
    optimizer.step()
    loss.backward()


class Network(nn.Linear):
    def train_on(self, batch):
        self(batch).sum().backward()


def descend(network):
    with torch.no_grad():
        for parameter in network.parameters():
            parameter -= 0.1 * parameter.grad


if __name__ == "__main__":
    inputs = torch.ones(4, 2)
    for function in (in_turn, beside_a_clock, through_the_net):
        nets = Network(2, 1), Network(2, 1)
        sgds = [torch.optim.SGD(net.parameters(), lr=0.1) for net in nets]
        before = [net.weight.detach().clone() for net in nets]
        given = {
            in_turn: (*nets, *sgds, inputs),
            beside_a_clock: (nets[0], Clock(), descend, inputs),
            through_the_net: (nets[0], sgds[0], inputs),
        }[function]
        function(*given)
        assert not torch.equal(nets[0].weight, before[0])
