from collections import defaultdict

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_dict_values_ok():
    losses = {"a": net(data[0]), "b": net(data[1])}
    torch.stack(list(losses.values())).mean().backward()


def case_dict_of_numbers_ok():
    logs = {i: net(x).item() for i, x in enumerate(data)}
    print(torch.tensor(list(logs.values())).mean())
    sum(net(x) for x in data).backward()


def case_defaultdict_ok():
    losses = defaultdict(list)
    for i, x in enumerate(data):
        losses["a"].append(net(x))
        losses["n"].append(1.0)
    n = torch.tensor(losses["n"])
    (torch.cat(losses["a"]) * n).sum().backward()


def case_dict_of_lists_ok():
    buf = {"logp": [], "rew": []}
    for x in data:
        buf["logp"].append(net(x))
        buf["rew"].append(1.0)
    (torch.stack(buf["logp"]).squeeze() * torch.tensor(buf["rew"])).sum().backward()


def case_dict_two_kinds_ok():
    d = {"loss": net(data[0]), "weights": [1.0, 2.0]}
    (d["loss"] * torch.tensor(d["weights"])).sum().backward()


def case_dict_fromkeys_ok():
    d = dict.fromkeys(["a", "b"], 0.0)
    for k in d:
        d[k] += 1.0
    (net(data[0]) * torch.tensor(list(d.values()))).sum().backward()
