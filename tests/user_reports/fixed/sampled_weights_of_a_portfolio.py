"""rsample lets the gradient through."""
# torch: right gradient
import torch
from torch import nn
from torch.distributions import MultivariateNormal


class Portfolio(nn.Module):
    def __init__(self, assets):
        super().__init__()
        self.returns = nn.Parameter(torch.zeros(assets))

    def forward(self, covariance):
        market = MultivariateNormal(self.returns, covariance_matrix=covariance)
        draws = market.rsample((4,))
        return torch.softmax(draws, dim=-1).mean(dim=0)


portfolio = Portfolio(3)  # parameter
weights = portfolio(torch.eye(3))
gain = (weights * torch.tensor([0.1, 0.2, 0.3])).sum()
loss = 0.1 * (portfolio.returns - 1.0).square().sum() - gain
loss.backward()
