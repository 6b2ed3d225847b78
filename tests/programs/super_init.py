import torch
from torch.distributions import MultivariateNormal
class Diag(MultivariateNormal):
    def __init__(self, m, std):
        super().__init__(m, std * torch.eye(3))  # expect: TAP402 likely
