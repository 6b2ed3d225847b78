import torch


def truncated_then_more(steps):
    net = torch.nn.Linear(2, 2)
    h = torch.zeros(2)
    for t in range(steps):
        h = net(h).tanh()
        if (t + 1) % 2 == 0:
            h.sum().backward()
            h = h.detach()
    for _ in range(2):
        net(h).pow(2).sum().backward()  # expect: TAP501


def started_anew_every_other_step(net, q, optimiser):
    net = torch.nn.Linear(2, 2)
    q = torch.nn.Linear(2, 2)
    optimiser = torch.optim.SGD(q.parameters(), lr=0.1)
    h = None
    for t in range(4):
        if h is None or t % 2 == 0:
            h = torch.zeros(2)
        h = net(h).tanh()
        if t % 2:
            q(h).sum().backward()
            optimiser.step()
            optimiser.zero_grad()
