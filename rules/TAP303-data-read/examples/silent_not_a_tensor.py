"""data of a dataset, a buffer of bytes, or an array is no tensor's .data."""

# torch: runs
from collections import UserList

import numpy as np
import torch

records = UserList([1.0, 2.0])
values = torch.tensor(records.data)
pointer = np.zeros(2).data
print(len(records.data), pointer.nbytes, values.sum())
