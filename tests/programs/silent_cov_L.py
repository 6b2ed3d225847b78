import torch
from torch.distributions import MultivariateNormal
def f(mean, cov):
    cov_L = torch.linalg.cholesky_ex(cov)[0]
    return MultivariateNormal(mean, scale_tril=cov_L)
