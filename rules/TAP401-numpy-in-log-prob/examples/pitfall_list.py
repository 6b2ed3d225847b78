"""A list is no tensor either."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
from torch import distributions, zeros

coin = distributions.Bernoulli(logits=zeros(2, requires_grad=True))
loss = -coin.log_prob([1.0, 0.0]).sum()  # expect: TAP401
