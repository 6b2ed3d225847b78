"""exp of a log-variance, and of twice a log-deviation, are variances."""

# torch: right gradient
import torch
from torch.distributions import MultivariateNormal

logvar = torch.tensor([0.2, -0.4], requires_grad=True)  # parameter
log_std = torch.tensor([0.1, -0.2], requires_grad=True)  # parameter
value = torch.tensor([0.3, 0.4])
p = MultivariateNormal(torch.zeros(2), torch.diag_embed(logvar.exp())).log_prob(value)
q = MultivariateNormal(torch.zeros(2), torch.diag_embed(torch.exp(2 * log_std))).log_prob(value)
r = MultivariateNormal(torch.zeros(2), scale_tril=torch.diag((0.5 * logvar).exp())).log_prob(value)
loss = -(p + q + r)
loss.backward()
