"""The field data of a record of one's own is no tensor."""

# torch: right gradient
from dataclasses import dataclass, field

import torch


@dataclass
class Batch:
    data: list = field(default_factory=list)


w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
batch = Batch()
batch.data.append(3.0)
loss = (w * w).sum() * batch.data[0]
batch.data[0] = 0.0
loss.backward()
