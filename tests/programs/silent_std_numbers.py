import torch
from torch.distributions import MultivariateNormal as MVN
noise_std = 0.1
MVN(torch.zeros(2), noise_std ** 2 * torch.eye(2))
MVN(torch.zeros(2), torch.eye(2) * noise_std * noise_std)
noise_std_sq = noise_std ** 2
MVN(torch.zeros(2), torch.full((2,), noise_std ** 2).diag())
x_std = torch.diag(torch.full((2,), noise_std)) 
MVN(torch.zeros(2), x_std @ x_std.T)
MVN(torch.zeros(2), x_std.square())
pre_std = noise_std ** 2
MVN(torch.zeros(2), pre_std * torch.eye(2))
