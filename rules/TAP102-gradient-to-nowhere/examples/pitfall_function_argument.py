"""A helper that wraps whatever it is given trains nothing."""

# torch: no gradient
import torch as th
from torch.nn import functional


def value_loss(estimates, returns):
    return functional.smooth_l1_loss(
        th.tensor(estimates, requires_grad=True),  # expect: TAP102
        th.tensor(returns),
    )


critic = th.nn.Linear(1, 1)  # parameter
estimates = [critic(th.tensor([s])).item() for s in (1.0, 2.0)]
loss = value_loss(estimates, [0.5, 0.0])
loss.backward()
