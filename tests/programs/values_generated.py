
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_generator():
    def losses():
        for x in data:
            yield net(x)
    torch.tensor(list(losses())).mean().backward()  # expect: TAP101


def case_generator_pairs():
    def steps():
        for x in data:
            yield net(x), 1.0
    logps, rewards = [], []
    for logp, r in steps():
        logps.append(logp)
        rewards.append(r)
    w = torch.tensor(rewards)
    torch.tensor(logps).mean().backward()  # expect: TAP101


def case_generator_both_list():
    def parts():
        yield net(data[0])
        yield 1.0
    torch.tensor(list(parts())).sum().backward()  # expect: TAP101


def case_yield_from():
    def inner():
        yield net(data[0])
        yield net(data[1])
    def outer():
        yield from inner()
    torch.tensor(list(outer())).mean().backward()  # expect: TAP101


def case_generator_two_yields():
    def parts():
        yield net(data[0])
        yield net(data[1])
    a, b = parts()
    torch.tensor([a, b]).sum().backward()  # expect: TAP101


def case_generator_next():
    def losses():
        for x in data:
            yield net(x)
    g = losses()
    torch.tensor([next(g), next(g)]).sum().backward()  # expect: TAP101


def case_contextmanager():
    import contextlib
    @contextlib.contextmanager
    def tracked():
        losses = []
        yield losses
    with tracked() as losses:
        for x in data:
            losses.append(net(x))
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_contextmanager_class():
    class Keeper:
        def __enter__(self):
            self.losses = []
            return self
        def __exit__(self, *args):
            return False
    with Keeper() as k:
        for x in data:
            k.losses.append(net(x))
    torch.tensor(k.losses).mean().backward()  # expect: TAP101
