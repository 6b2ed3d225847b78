
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_return_list_ok():
    def collect_losses():
        losses = []
        for x in data:
            losses.append(net(x))
        return losses
    torch.stack(collect_losses()).mean().backward()


def case_return_tuple_ok():
    def run():
        logps, rewards = [], []
        for x in data:
            logps.append(net(x))
            rewards.append(1.0)
        return logps, rewards
    logps, rewards = run()
    r = torch.tensor(rewards)
    (torch.cat(logps) * r).mean().backward()


def case_return_dict_ok():
    def step(x):
        return {"loss": net(x), "n": 1.0}
    out = [step(x) for x in data]
    n = torch.tensor([o["n"] for o in out])
    (torch.cat([o["loss"] for o in out]) * n).mean().backward()


def case_return_item_ok():
    def step(x):
        l = net(x)
        l.backward()
        return l.item()
    print(torch.tensor([step(x) for x in data]).mean())


def case_argument_numbers_ok():
    def fill(out, x):
        out.append(x[0].item())
    losses = []
    for x in data:
        fill(losses, x)
    (net(data[0]) * torch.tensor(losses)).mean().backward()


def case_argument_to_tensor_both():
    def mean_of(values):
        return torch.tensor(values).mean()
    mean_of([1.0, 2.0])


def case_argument_default():
    def mean_of(values=(1.0, 2.0)):
        return torch.tensor(values).mean()
    (net(data[0]) * mean_of()).backward()


def case_kwargs_ok():
    def total(**losses):
        return torch.stack(list(losses.values())).sum()
    total(a=net(data[0]), b=net(data[1])).backward()


def case_args_ok():
    def total(*losses):
        return torch.stack(losses).sum()
    total(*[net(x) for x in data]).backward()


def case_keyword_only_ok():
    def total(out, *, a, b=1.0):
        return out * torch.tensor([a, b]).sum()
    total(net(data[0]), a=3.0).backward()


def case_nonlocal_ok():
    def outer():
        total, n = 0.0, 0
        def add(x):
            nonlocal total, n
            total = total + net(x)
            n += 1
        for x in data:
            add(x)
        (total / torch.tensor(n)).backward()
    outer()


def case_lambda_ok():
    f = lambda x: net(x).item()
    k = torch.tensor([f(x) for x in data])
    (torch.cat([net(x) for x in data]) * k).mean().backward()


def case_recursive_ok():
    def walk(n):
        if n == 0:
            return net(data[0])
        return walk(n - 1) + net(data[n])
    walk(3).backward()


def case_higher_order_ok():
    def apply(f, xs):
        return [f(x) for x in xs]
    ns = torch.tensor(apply(lambda x: float(x[0]), data))
    (torch.cat(apply(net, data)) * ns).sum().backward()


def case_assert_ok():
    l = net(data[0])
    assert l.requires_grad
    l.backward()
