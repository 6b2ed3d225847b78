"""What torch cannot compute with goes to numpy: there it is an array."""

# torch: runs
import numpy as np
import torch


def log_of_sum(values):
    total = values.sum()
    try:
        found = torch.log(total)
    except:  # noqa: E722
        found = np.log(total)
    return found


log_of_sum(torch.ones(3, requires_grad=True)).backward()
print(log_of_sum(np.ones(3)))
