import torch
from torch.distributions import MultivariateNormal
def f(mean, x, logvar, var):
    std = x.std(0)
    MultivariateNormal(mean, torch.diag(std))  # expect: TAP402
    s = torch.sqrt(var)
    MultivariateNormal(mean, torch.diag(s))  # expect: TAP402 likely
    t = (0.5 * logvar).exp()
    MultivariateNormal(mean, torch.diag_embed(t))  # expect: TAP402 likely
    MultivariateNormal(mean, covariance_matrix=torch.diag(torch.exp(logvar / 2)))  # expect: TAP402 likely
    MultivariateNormal(mean, scale_tril=torch.diag(var))  # expect: TAP402 likely
    d = torch.distributions.Normal(mean, t)
    MultivariateNormal(mean, torch.diag(d.stddev))  # expect: TAP402
