"""The modules in a module have no flag either."""

# torch: runs
from torch import nn


def freeze_all_but_head(model):
    for child in list(model.children())[:-1]:
        child.requires_grad = False  # expect: TAP603


net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
freeze_all_but_head(net)
for name, child in net.named_children():
    setattr(child, "requires_grad", False)  # expect: TAP603
assert all(parameter.requires_grad for parameter in net.parameters())
