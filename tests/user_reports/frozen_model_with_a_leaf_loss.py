"""Everything is frozen by mistake, backward raises, and requires_grad on the loss hides it."""
# torch: no gradient
# report: https://github.com/mazurowski-lab/finetune-SAM/issues/26
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))  # parameter
for parameter in model.parameters():
    parameter.requires_grad = False
loss = model(torch.randn(4, 2)).square().mean()
loss.requires_grad = True  # expect: TAP103
loss.backward()
