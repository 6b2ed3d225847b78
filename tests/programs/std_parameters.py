import torch
def f(mean, std, a):
    d = torch.distributions.MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402 likely
    e = torch.distributions.MultivariateNormal(mean, torch.diag_embed(std**2))
    g = torch.distributions.MultivariateNormal(mean, scale_tril=torch.diag_embed(std))
    h = torch.distributions.MultivariateNormal(loc=mean, covariance_matrix=std.diag_embed())  # expect: TAP402 likely
    i = torch.distributions.MultivariateNormal(mean, std.unsqueeze(-1) * torch.eye(3))  # expect: TAP402 likely
    j = torch.distributions.MultivariateNormal(mean, torch.eye(3) * std * std)
    k = torch.distributions.MultivariateNormal(mean, torch.diag_embed(std.square() + 1e-6))
    return d
