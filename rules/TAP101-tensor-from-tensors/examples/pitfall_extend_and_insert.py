"""extend, insert and += fill a list as append does."""

# torch: no gradient
import torch

weight = torch.tensor(1.5, requires_grad=True)  # parameter
values = [0.0]
values.extend(weight * x for x in (1.0, 2.0))
values.insert(0, weight.exp())
values += [weight.sin()]
total = torch.tensor(values, dtype=torch.float64)  # expect: TAP101
loss = total.sum()
