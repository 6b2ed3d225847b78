"""A helper collects the losses, its caller wraps what comes back."""

# torch: no gradient
import torch


def all_losses(weight, inputs):
    collected = ()
    for x in inputs:
        collected += ((weight * x - 1.0).pow(2),)
    return collected


weight = torch.tensor(0.5, requires_grad=True)  # parameter
per_sample = all_losses(weight, [1.0, 2.0, 3.0])
loss = torch.tensor(per_sample).mean()  # expect: TAP101
