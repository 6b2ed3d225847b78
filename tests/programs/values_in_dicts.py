from collections import defaultdict, OrderedDict

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_dict_values():
    losses = {"a": net(data[0]), "b": net(data[1])}
    torch.tensor(list(losses.values())).mean().backward()  # expect: TAP101


def case_dict_values_bare():
    losses = {"a": net(data[0]), "b": net(data[1])}
    torch.tensor([*losses.values()]).mean().backward()  # expect: TAP101


def case_dict_filled():
    losses = {}
    for i, x in enumerate(data):
        losses[f"l{i}"] = net(x)
    torch.tensor(list(losses.values())).mean().backward()  # expect: TAP101


def case_dict_items_comp():
    losses = {}
    for i, x in enumerate(data):
        losses[str(i)] = net(x)
    torch.tensor([v for k, v in losses.items()]).mean().backward()  # expect: TAP101


def case_dict_keys_comp():
    losses = {}
    for i, x in enumerate(data):
        losses[str(i)] = net(x)
    torch.tensor([losses[k] for k in losses]).mean().backward()  # expect: TAP101


def case_dict_comp():
    losses = {i: net(x) for i, x in enumerate(data)}
    torch.tensor(list(losses.values())).mean().backward()  # expect: TAP101


def case_defaultdict():
    losses = defaultdict(list)
    for i, x in enumerate(data):
        losses["a"].append(net(x))
    torch.tensor(losses["a"]).mean().backward()  # expect: TAP101


def case_defaultdict_float():
    losses = defaultdict(float)
    for i, x in enumerate(data):
        losses["a"] += net(x)
    torch.tensor([losses["a"]]).mean().backward()  # expect: TAP101


def case_dict_of_lists():
    buf = {"logp": [], "rew": []}
    for x in data:
        buf["logp"].append(net(x))
        buf["rew"].append(1.0)
    torch.tensor(buf["logp"]).mean().backward()  # expect: TAP101


def case_setdefault():
    losses = {}
    for x in data:
        losses.setdefault("a", []).append(net(x))
    torch.tensor(losses["a"]).mean().backward()  # expect: TAP101


def case_ordereddict():
    losses = OrderedDict()
    for i, x in enumerate(data):
        losses[i] = net(x)
    torch.tensor(list(losses.values())).sum().backward()  # expect: TAP101


def case_dict_get():
    d = {"a": net(data[0])}
    torch.tensor([d.get("a")]).backward()  # expect: TAP101


def case_dict_get_default():
    d = {"a": net(data[0])}
    torch.tensor([d.get("b", net(data[1]))]).backward()  # expect: TAP101


def case_dict_update():
    d = {}
    d.update({"a": net(data[0])})
    d.update(b=net(data[1]))
    torch.tensor(list(d.values())).mean().backward()  # expect: TAP101


def case_dict_merge_or():
    d = {"a": net(data[0])} | {"b": 1.0}
    torch.tensor(list(d.values())).mean().backward()  # expect: TAP101


def case_dict_merge_star():
    d = {**{"a": net(data[0])}, "b": 1.0}
    torch.tensor(list(d.values())).mean().backward()  # expect: TAP101


def case_dict_call():
    d = dict(a=net(data[0]), b=net(data[1]))
    torch.tensor([d["a"], d["b"]]).mean().backward()  # expect: TAP101


def case_dict_zip():
    d = dict(zip("abcd", [net(x) for x in data]))
    torch.tensor(list(d.values())).mean().backward()  # expect: TAP101


def case_dict_pairs():
    d = dict([("a", net(data[0])), ("b", net(data[1]))])
    torch.tensor(list(d.values())).mean().backward()  # expect: TAP101


def case_dict_fromkeys():
    d = dict.fromkeys(["a", "b"], 0.0)
    for k, x in zip(d, data):
        d[k] = net(x)
    torch.tensor(list(d.values())).mean().backward()  # expect: TAP101
