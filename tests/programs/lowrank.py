import torch.distributions as td
def f(m, w, std):
    return td.LowRankMultivariateNormal(m, w, cov_diag=std)  # expect: TAP402 likely
