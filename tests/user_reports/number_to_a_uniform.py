"""Python numbers work for some distributions and not for Uniform, a user finds; all want tensors today."""
# torch: raises ValueError: The value argument to log_prob must be a Tensor
# report: https://github.com/pytorch/pytorch/issues/22970
import torch

f = 1.0
t = torch.tensor(f)
prior = torch.distributions.Uniform(0, 2)
print(prior.cdf(t), prior.log_prob(t))
print(prior.log_prob(f))  # expect: TAP401
