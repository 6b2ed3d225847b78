"""A view gets another storage through ``.data``: a copy would change what it is a view of."""

import torch

rows = torch.zeros(4, 3)
row = rows[0]
row.data = torch.ones(3)  # expect: TAP302
