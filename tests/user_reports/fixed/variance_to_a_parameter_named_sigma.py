"""The caller gives the deviation."""
# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


def compute_preds(models, inputs):
    outputs = torch.stack([model(inputs) for model in models])
    return outputs.mean(dim=0), outputs.var(dim=0)


def compute_log_likelihood(y_pred, y_true, sigma):
    return Normal(loc=y_pred, scale=sigma).log_prob(y_true).mean()


models = [nn.Linear(2, 1) for _ in range(4)]
outputs_mean, outputs_variance = compute_preds(models, torch.randn(5, 2))
likelihood = compute_log_likelihood(outputs_mean, torch.randn(5, 1), outputs_variance.sqrt())
