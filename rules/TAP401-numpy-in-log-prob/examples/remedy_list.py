"""The list as a tensor."""

# torch: right gradient
from torch import distributions, tensor

logits = tensor([0.1, -0.3], requires_grad=True)  # parameter
coin = distributions.Bernoulli(logits=logits)
loss = -coin.log_prob(tensor([1.0, 0.0])).sum()
loss.backward()
