import torch


def known_where_it_is_defined():
    w = torch.ones(3, requires_grad=True)

    class Changes:
        def go(self):
            w.add_(1)  # expect: TAP201

    return Changes()


def required_later():
    x = torch.ones(3)

    class Changes:
        def go(self):
            x.add_(1)

    Changes().go()
    x.requires_grad_()


def set_later(data):
    loss = None
    w = torch.ones(3, requires_grad=True)

    class Runs:
        def go(self):
            loss.backward()

    for each in data:
        loss = (w * each).exp().sum()
        Runs().go()
        loss = loss.detach()
