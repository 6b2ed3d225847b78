"""Whether the argument requires grad is the caller's matter."""

# torch: runs
import torch


def descend(loss, parameters):
    loss.backward()
    return [parameter.grad for parameter in parameters]


def energy_and_forces(positions):
    energy = positions.pow(2).sum()
    return energy, torch.autograd.grad(energy, positions)[0]


w = torch.tensor([1.0, 2.0], requires_grad=True)
assert descend((w * w).sum(), [w])[0] is not None
assert energy_and_forces(w)[1] is not None
