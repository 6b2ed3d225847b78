"""Every spelling of a deviation is right."""

# torch: runs
import torch
from torch.distributions import Normal

mean = torch.zeros(2)
variance = torch.tensor([0.25, 4.0])
log_var = variance.log()
log_std = 0.5 * log_var
for scale in (
    variance.sqrt(),
    variance**0.5,
    torch.sqrt(variance),
    variance.rsqrt().reciprocal(),
    1 / (1 / variance).sqrt(),
    (0.5 * log_var).exp(),
    log_var.div(2).exp(),
    torch.exp(log_var).sqrt(),
    log_std.exp(),
    torch.linalg.cholesky(torch.diag(variance)).diagonal(),
    log_var.mul(0.5).exp_(),
):
    assert torch.allclose(Normal(mean, scale).variance, variance)
