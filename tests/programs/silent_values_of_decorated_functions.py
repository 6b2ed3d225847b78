import functools

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_decorator_wraps_ok():
    def timed(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            return f(*args, **kwargs)
        return wrapper
    @timed
    def step(x):
        return net(x)
    torch.stack([step(x) for x in data]).mean().backward()


def case_decorator_item_ok():
    def as_number(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            return f(*args, **kwargs).item()
        return wrapper
    @as_number
    def step(x):
        return net(x)
    k = torch.tensor([step(x) for x in data])
    (net(data[0]) * k).sum().backward()


def case_decorator_nograd_ok():
    def frozen(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            with torch.no_grad():
                return f(*args, **kwargs)
        return wrapper
    @frozen
    def step(x):
        return net(x)
    k = torch.tensor([step(x) for x in data])
    (net(data[0]) * k).sum().backward()
