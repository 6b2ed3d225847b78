
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_module_forward_tuple_ok():
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
    (torch.cat([a for a, b in outs]) * k).sum().backward()


def case_modulelist_ok():
    heads = nn.ModuleList([nn.Linear(2, 1), net])
    torch.cat([h(data[0]) for h in heads]).sum().backward()


def case_moduledict_ok():
    heads = nn.ModuleDict({"a": nn.Linear(2, 1), "b": net})
    out = {k: h(data[0]) for k, h in heads.items()}
    torch.cat(list(out.values())).sum().backward()
