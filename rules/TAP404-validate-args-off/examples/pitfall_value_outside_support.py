"""Without validation a value outside the support gives nan and no error."""

# torch: runs
import torch
import torch.distributions as D

share = D.Beta(torch.tensor(2.0), torch.tensor(2.0), validate_args=False)  # expect: TAP404
assert share.log_prob(torch.tensor(1.5)).isnan()
