"""The values are tensors."""
# torch: runs
import torch
from torch.distributions import Normal


def log_joint(values, guess):
    weight = Normal(guess, 1.0)
    measurement = Normal(values["weight"], 0.75)
    return weight.log_prob(values["weight"]) + measurement.log_prob(values["measurement"])


values = {"measurement": torch.tensor(9.5), "weight": torch.tensor(8.23)}
print(log_joint(values, torch.tensor(8.5)))
