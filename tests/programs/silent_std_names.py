import torch
from torch.distributions import MultivariateNormal as MVN, LowRankMultivariateNormal
def f(mean, std, var, cov, log_std, n):
    MVN(mean, std.pow(2).diag())
    MVN(mean, torch.diag(std * std))
    MVN(mean, torch.diag(torch.exp(2 * log_std)))
    MVN(mean, (std ** 2) * torch.eye(n))
    MVN(mean, torch.einsum("i,ij->ij", std, torch.eye(n)))
    MVN(mean, scale_tril=torch.diag(var.sqrt()))
    MVN(mean, torch.diag(std).pow_(2))
    MVN(mean, torch.diag(std).matmul(torch.diag(std)))
    MVN(mean, torch.mm(torch.diag(std), torch.diag(std)))
    MVN(mean, torch.bmm(std, std.transpose(1, 2)))
    MVN(mean, torch.outer(std, std) * corr)
    LowRankMultivariateNormal(mean, std[:, None], var)
