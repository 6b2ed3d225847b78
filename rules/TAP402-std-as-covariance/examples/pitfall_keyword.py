"""covariance_matrix= with torch.diag of a deviation, under an alias."""

# torch: runs
import torch as th
from torch.distributions import MultivariateNormal as MVN

action_std = th.tensor([0.1, 0.2])
dist = MVN(th.zeros(2), covariance_matrix=th.diag(action_std))  # expect: TAP402 likely
assert th.allclose(dist.stddev, action_std.sqrt())
