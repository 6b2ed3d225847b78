from collections import OrderedDict

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_module_forward():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.l = net
        def forward(self, xs):
            return [self.l(x) for x in xs]
    model = Model()
    torch.tensor(model(data)).sum().backward()  # expect: TAP101


def case_module_forward_tuple():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.l = net
        def forward(self, x):
            h = self.l(x)
            return h, h.item()
    model = Model()
    outs = [model(x) for x in data]
    k = torch.tensor([b for a, b in outs])
    torch.tensor([a for a, b in outs]).sum().backward()  # expect: TAP101


def case_modulelist():
    heads = nn.ModuleList([nn.Linear(2, 1), net])
    torch.tensor([h(data[0]) for h in heads]).sum().backward()  # expect: TAP101


def case_modulelist_self():
    class Model(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.heads = nn.ModuleList([nn.Linear(2, 1) for _ in range(n)])
        def forward(self, x):
            return torch.tensor([h(x) for h in self.heads])  # expect: TAP101
    Model(3)(data[0]).sum().backward()


def case_modulelist_index():
    class Model(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.heads = nn.ModuleList(nn.Linear(2, 1) for _ in range(n))
            self.n = n
        def forward(self, x):
            return torch.tensor([self.heads[i](x) for i in range(self.n)])  # expect: TAP101
    Model(3)(data[0]).sum().backward()


def case_modulelist_append():
    class Model(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.heads = nn.ModuleList()
            for _ in range(n):
                self.heads.append(nn.Linear(2, 1))
        def forward(self, x):
            return torch.tensor([h(x) for h in self.heads])  # expect: TAP101
    Model(3)(data[0]).sum().backward()


def case_moduledict():
    heads = nn.ModuleDict({"a": nn.Linear(2, 1), "b": net})
    torch.tensor([h(data[0]) for h in heads.values()]).sum().backward()  # expect: TAP101


def case_moduledict_key():
    heads = nn.ModuleDict({"a": nn.Linear(2, 1), "b": net})
    torch.tensor([heads["a"](data[0]), heads["b"](data[0])]).sum().backward()  # expect: TAP101


def case_moduledict_items():
    heads = nn.ModuleDict({"a": nn.Linear(2, 1), "b": net})
    out = {k: h(data[0]) for k, h in heads.items()}
    torch.tensor(list(out.values())).sum().backward()  # expect: TAP101


def case_sequential():
    model = nn.Sequential(net, nn.ReLU())
    torch.tensor([model(x) for x in data]).sum().backward()  # expect: TAP101


def case_sequential_own():
    class Scale(nn.Module):
        def forward(self, x):
            return x * 2
    model = nn.Sequential(net, Scale())
    torch.tensor([model(x) for x in data]).sum().backward()  # expect: TAP101


def case_sequential_spread():
    layers = [net, nn.ReLU()]
    model = nn.Sequential(*layers)
    torch.tensor([model(x) for x in data]).sum().backward()  # expect: TAP101


def case_sequential_named():
    model = nn.Sequential(OrderedDict([("a", net), ("b", nn.ReLU())]))
    torch.tensor([model(x) for x in data]).sum().backward()  # expect: TAP101


def case_sequential_built():
    layers = []
    for k in range(2):
        layers += [nn.Linear(2, 2), nn.ReLU()]
    layers.append(net)
    model = nn.Sequential(*layers)
    torch.tensor([model(x) for x in data]).sum().backward()  # expect: TAP101


def case_parameterlist():
    ps = nn.ParameterList([nn.Parameter(torch.ones(1)) for _ in range(3)])
    torch.tensor([p * 2 for p in ps]).sum().backward()  # expect: TAP101


def case_parameterdict():
    ps = nn.ParameterDict({"a": nn.Parameter(torch.ones(1))})
    torch.tensor([p * 2 for p in ps.values()]).sum().backward()  # expect: TAP101
