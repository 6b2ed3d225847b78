"""The density of averaged weights is summed over a zip of means and variances."""
# torch: runs
# report: https://github.com/SamsungLabs/pytorch-ensembles/issues/5
import torch
from torch.distributions import Normal


def diag_logll(param_list, mean_list, var_list):
    logprob = 0.0
    for param, mean, var in zip(param_list, mean_list, var_list):
        logprob += Normal(mean, var).log_prob(param).sum()  # expect: TAP403
    return logprob


weights = [torch.randn(2), torch.randn(3)]
print(diag_logll(weights, [torch.zeros(2), torch.zeros(3)], [torch.ones(2), torch.ones(3)]))
