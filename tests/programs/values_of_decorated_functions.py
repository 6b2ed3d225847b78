import functools

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_decorator_wraps():
    def timed(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            return f(*args, **kwargs)
        return wrapper
    @timed
    def step(x):
        return net(x)
    torch.tensor([step(x) for x in data]).mean().backward()  # expect: TAP101


def case_decorator_with_arguments():
    def repeat(n):
        def decorate(f):
            @functools.wraps(f)
            def wrapper(*args, **kwargs):
                for _ in range(n):
                    out = f(*args, **kwargs)
                return out
            return wrapper
        return decorate
    @repeat(2)
    def step(x):
        return net(x)
    torch.tensor([step(x) for x in data]).mean().backward()  # expect: TAP101


def case_decorator_identity():
    def register(f):
        return f
    @register
    def step(x):
        return net(x)
    torch.tensor([step(x) for x in data]).mean().backward()  # expect: TAP101


def case_decorator_lru():
    @functools.lru_cache(maxsize=None)
    def step(i):
        return net(data[i])
    torch.tensor([step(i) for i in range(4)]).mean().backward()  # expect: TAP101
