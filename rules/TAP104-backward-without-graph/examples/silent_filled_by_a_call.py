"""A call that stands alone may be there to fill what it is given."""

# torch: right gradient
from operator import setitem

import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
total = torch.zeros(2)
setitem(total, slice(None), w * w)
loss = total.sum()
loss.backward()
