"""Whether the features are detached is a setting: where they are not, they are trained."""

# torch: runs
import torch
from torch import nn

import os

encoder, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
is_probe = bool(os.environ.get("PROBE"))
optimizer.zero_grad()
features = encoder(torch.ones(2, 4))
if is_probe:
    features = features.detach()
head(features).pow(2).mean().backward()
optimizer.step()
