import torch
from torch.distributions import MultivariateNormal
def f(mean, std, var, logvar, log_std, sigma, scale, cov, L):
    MultivariateNormal(mean, torch.diag_embed(var))
    MultivariateNormal(mean, torch.diag(logvar.exp()))
    MultivariateNormal(mean, torch.diag_embed((2 * log_std).exp()))
    MultivariateNormal(mean, torch.diag(log_std.exp() ** 2))
    MultivariateNormal(mean, torch.diag(torch.exp(log_std).pow(2)))
    MultivariateNormal(mean, sigma)
    MultivariateNormal(mean, torch.diag(sigma))
    MultivariateNormal(mean, scale * torch.eye(3))
    MultivariateNormal(mean, cov)
    MultivariateNormal(mean, L @ L.T)
    MultivariateNormal(mean, scale_tril=torch.diag(std))
    MultivariateNormal(mean, scale_tril=torch.linalg.cholesky(cov))
    MultivariateNormal(mean, scale_tril=L)
    MultivariateNormal(mean, scale_tril=torch.diag(var.sqrt()))
    MultivariateNormal(mean, scale_tril=torch.diag((0.5 * logvar).exp()))
    MultivariateNormal(mean, std * std * torch.eye(3))
    MultivariateNormal(mean, precision_matrix=torch.diag(1 / var))
    std = std ** 2
    MultivariateNormal(mean, torch.diag(std))
