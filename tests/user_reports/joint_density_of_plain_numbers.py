"""The values of a model's sites are plain numbers in a dict."""
# torch: raises ValueError: The value argument to log_prob must be a Tensor
# report: https://github.com/pyro-ppl/pyro/pull/3296
import torch
from torch.distributions import Normal


def log_joint(values, guess):
    weight = Normal(guess, 1.0)
    measurement = Normal(values["weight"], 0.75)
    return weight.log_prob(values["weight"]) + measurement.log_prob(values["measurement"])  # expect: TAP401, TAP401


print(log_joint({"measurement": 9.5, "weight": 8.23}, 8.5))
