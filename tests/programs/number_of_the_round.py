"""A graph is made anew in every round but the first, where the first round's is still whole."""
import torch

net = torch.nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
states = torch.ones(2, 3)


def train(epochs):
    out = net(states).tanh()
    for epoch in range(epochs):
        if epoch > 0:
            out = net(states).tanh()
        loss = out.sum()
        opt.zero_grad()
        loss.backward()
        opt.step()


def wrong(epochs):
    out = net(states).tanh()
    for epoch in range(epochs):
        if epoch > 1:
            out = net(states).tanh()
        loss = out.sum()
        opt.zero_grad()
        loss.backward()  # expect: TAP501
        opt.step()
