"""A helper that is called first sets the mode of all networks."""

# torch: runs
import torch
from torch import nn


def set_mode(networks, is_training):
    for each in networks:
        each.train() if is_training else each.eval()


model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    set_mode([model], True)
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    set_mode([model], False)
    with torch.no_grad():
        for x in val_loader:
            assert torch.equal(model(x), model(x))
