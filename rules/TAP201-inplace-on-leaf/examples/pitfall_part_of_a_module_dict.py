"""A ``ModuleDict`` gives its modules as attributes, too."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn

model = nn.ModuleDict({"generator": nn.Linear(2, 2), "critic": nn.Linear(2, 1)})
optimizer = torch.optim.SGD(model.critic.parameters(), lr=0.1)
model.critic(model.generator(torch.ones(1, 2))).sum().backward()
optimizer.step()
for p in model.critic.parameters():
    p.clamp_(-0.01, 0.01)  # expect: TAP201
