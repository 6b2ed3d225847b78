"""The square root of the variance is the scale."""
# torch: runs
import torch
from torch.distributions import Normal


def diag_logll(param_list, mean_list, var_list):
    logprob = 0.0
    for param, mean, var in zip(param_list, mean_list, var_list):
        logprob += Normal(mean, var**0.5).log_prob(param).sum()
    return logprob


weights = [torch.randn(2), torch.randn(3)]
print(diag_logll(weights, [torch.zeros(2), torch.zeros(3)], [torch.ones(2), torch.ones(3)]))
