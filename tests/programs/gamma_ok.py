import torch, numpy as np
from torch.distributions import Gamma, Chi2, Normal
Gamma(1., 1.).log_prob(np.ones(3))
Chi2(torch.ones(1)).log_prob(np.ones(1))
Normal(0., 1.).log_prob(torch.as_tensor(np.ones(3)))
Normal(0., 1.).log_prob(torch.from_numpy(np.ones(3)))
Normal(0., 1.).log_prob(x)
Normal(0., 1.).log_prob(np.ones(3))  # expect: TAP401
Normal(0., 1.).log_prob([1, 2])  # expect: TAP401
Normal(0., 1.).log_prob(0.5)  # expect: TAP401
Normal(0., 1.).cdf(np.ones(3))  # expect: TAP401
Normal(0., 1.).icdf(np.ones(3))  # expect: TAP401
