import torch
from torch import nn
from torch.distributions import MultivariateNormal, Normal

from kernels import RBF


class GP(nn.Module):
    def __init__(self):
        super().__init__()
        self.kernel = RBF()
        self.log_noise = nn.Parameter(torch.tensor(-2.0))

    def covariance(self, x):
        noise_var = self.log_noise.exp() ** 2
        return self.kernel(x, x) + (noise_var + 1e-5) * torch.eye(len(x))

    def nll(self, x, y):
        return -MultivariateNormal(torch.zeros(len(x)), self.covariance(x)).log_prob(y)

    @torch.no_grad()
    def predict(self, x, y, new):
        chol = torch.linalg.cholesky(self.covariance(x))
        k = self.kernel(x, new)
        mean = k.T @ torch.cholesky_solve(y[:, None], chol)
        v = torch.linalg.solve_triangular(chol, k, upper=False)
        var = self.kernel(new, new).diagonal() - v.pow(2).sum(0)
        return Normal(mean.squeeze(1), var.clamp_min(1e-9).sqrt())
