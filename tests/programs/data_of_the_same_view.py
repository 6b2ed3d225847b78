"""A view of a part that an operation has saved, changed through its own ``.data``."""

import torch
import torch.nn.functional as F

w = torch.ones(4, 3, requires_grad=True)

first, second = torch.sigmoid(w * 1).chunk(2)
loss = F.normalize(first).sum()
first.data.clamp_(-1, 1)  # expect: TAP301
loss.backward()

row = (w * 1)[0]
loss = (row * row).sum()
row.data[0] = 0.0  # expect: TAP301
loss.backward()

rows = w * 1
loss = (rows[0] * rows[0]).sum()
rows.data[1].zero_()  # expect: TAP302
loss.backward()

upper, lower = (w * 1).chunk(2)
loss = F.normalize(upper).sum()
lower.data.clamp_(-1, 1)  # expect: TAP302
loss.backward()
