import functools
from functools import partial

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_return_list():
    def collect_losses():
        losses = []
        for x in data:
            losses.append(net(x))
        return losses
    torch.tensor(collect_losses()).mean().backward()  # expect: TAP101


def case_return_cut():
    def compute_loss():
        losses = [net(x) for x in data]
        return torch.tensor(losses).mean()  # expect: TAP101
    compute_loss().backward()


def case_return_tuple():
    def run():
        logps, rewards = [], []
        for x in data:
            logps.append(net(x))
            rewards.append(1.0)
        return logps, rewards
    logps, rewards = run()
    r = torch.tensor(rewards)
    torch.tensor(logps).mean().backward()  # expect: TAP101


def case_return_tuple_in_loop():
    def step(x):
        return net(x), float(x[0])
    logps, rewards = [], []
    for x in data:
        logp, r = step(x)
        logps.append(logp)
        rewards.append(r)
    weights = torch.tensor(rewards)
    torch.tensor(logps).mean().backward()  # expect: TAP101


def case_return_nested_tuple():
    def step(x):
        return (net(x), 1.0), {"n": 2.0}
    out = [step(x) for x in data]
    n = torch.tensor([info["n"] for (_, _), info in out])
    torch.tensor([a for (a, b), info in out]).mean().backward()  # expect: TAP101


def case_return_dict():
    def step(x):
        return {"loss": net(x), "n": 1.0}
    out = [step(x) for x in data]
    n = torch.tensor([o["n"] for o in out])
    torch.tensor([o["loss"] for o in out]).mean().backward()  # expect: TAP101


def case_return_early():
    def step(x):
        if x[0] > 0:
            return net(x)
        return 0.0
    torch.tensor([step(x) for x in data]).mean().backward()  # expect: TAP101


def case_argument_filled():
    def fill(out, x):
        out.append(net(x))
    losses = []
    for x in data:
        fill(losses, x)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_argument_to_tensor():
    def mean_of(values):
        return torch.tensor(values).mean()  # expect: TAP101
    mean_of([net(x) for x in data]).backward()


def case_argument_default_list():
    def add_to(x, into=[]):
        into.append(net(x))
        return into
    for x in data:
        losses = add_to(x)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_kwargs():
    def total(**losses):
        return torch.tensor(list(losses.values())).sum()  # expect: TAP101
    total(a=net(data[0]), b=net(data[1])).backward()


def case_args():
    def total(*losses):
        return torch.tensor(losses).sum()  # expect: TAP101
    total(net(data[0]), net(data[1])).backward()


def case_args_spread():
    def total(*losses):
        return torch.tensor(losses).sum()  # expect: TAP101
    total(*[net(x) for x in data]).backward()


def case_kwargs_spread():
    def total(a, b):
        return torch.tensor([a, b]).sum()  # expect: TAP101
    total(**{"a": net(data[0]), "b": net(data[1])}).backward()


def case_args_forwarded():
    def inner(a, b):
        return torch.tensor([a, b]).sum()  # expect: TAP101
    def outer(*args, **kwargs):
        return inner(*args, **kwargs)
    outer(net(data[0]), b=net(data[1])).backward()


def case_keyword_only():
    def total(*, a, b=1.0):
        return torch.tensor([a, b]).sum()  # expect: TAP101
    total(a=net(data[0])).backward()


def case_closure():
    def outer():
        losses = []
        def inner(x):
            losses.append(net(x))
        for x in data:
            inner(x)
        torch.tensor(losses).mean().backward()  # expect: TAP101
    outer()


def case_closure_reads():
    def outer():
        losses = [net(x) for x in data]
        def total():
            return torch.tensor(losses).mean()  # expect: TAP101
        total().backward()
    outer()


def case_nonlocals():
    def outer():
        total = 0.0
        def add(x):
            nonlocal total
            total = total + net(x)
        for x in data:
            add(x)
        torch.tensor([total]).backward()  # expect: TAP101
    outer()


def case_closure_returned():
    def make():
        losses = []
        def add(x):
            losses.append(net(x))
            return losses
        return add
    add = make()
    for x in data:
        out = add(x)
    torch.tensor(out).mean().backward()  # expect: TAP101


def case_globals():
    losses = []
    def step(x):
        losses.append(net(x))
    def finish():
        torch.tensor(losses).mean().backward()  # expect: TAP101
    for x in data:
        step(x)
    finish()


def case_lambdas():
    f = lambda x: net(x) ** 2
    torch.tensor([f(x) for x in data]).mean().backward()  # expect: TAP101


def case_lambda_wraps():
    to_tensor = lambda values: torch.tensor(values)  # expect: TAP101
    to_tensor([net(x) for x in data]).mean().backward()


def case_dict_of_functions():
    fs = {"a": lambda x: net(x), "b": lambda x: net(x) ** 2}
    torch.tensor([fs["b"](x) for x in data]).mean().backward()  # expect: TAP101


def case_dict_of_functions_loop():
    def one(x):
        return net(x)
    def two(x):
        return net(x) ** 2
    fs = {"a": one, "b": two}
    torch.tensor([f(data[0]) for f in fs.values()]).mean().backward()  # expect: TAP101


def case_list_of_functions():
    def one(x):
        return net(x)
    def two(x):
        return net(x) ** 2
    torch.tensor([f(data[0]) for f in (one, two)]).mean().backward()  # expect: TAP101


def case_partial():
    def scaled(k, x):
        return net(x) * k
    f = partial(scaled, 2.0)
    torch.tensor([f(x) for x in data]).mean().backward()  # expect: TAP101


def case_partial_kw():
    def scaled(x, k=1.0):
        return net(x) * k
    f = functools.partial(scaled, k=2.0)
    torch.tensor([f(x) for x in data]).mean().backward()  # expect: TAP101


def case_partial_tensor():
    make = partial(torch.tensor, dtype=torch.float32)
    make([net(x) for x in data]).mean().backward()  # expect: TAP101


def case_alias_tensor():
    T = torch.tensor
    T([net(x) for x in data]).mean().backward()  # expect: TAP101


def case_deep_calls():
    def a(x):
        return net(x)
    def b(x):
        return a(x)
    def c(x):
        return b(x)
    def d(x):
        return c(x)
    torch.tensor([d(x) for x in data]).mean().backward()  # expect: TAP101


def case_higher_order():
    def apply(f, xs):
        return [f(x) for x in xs]
    torch.tensor(apply(net, data)).mean().backward()  # expect: TAP101


def case_awaited():
    async def step(x):
        return net(x)
    async def main():
        losses = []
        for x in data:
            losses.append(await step(x))
        torch.tensor(losses).mean().backward()  # expect: TAP101
