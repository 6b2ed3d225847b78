import torch as T
import torch.distributions as D, numpy as N
from torch import tensor as mk, nn as neural
from torch.distributions.normal import Normal as Nm
lin = neural.Linear(2,1)
mk([lin(x) for x in xs]).sum().backward()  # expect: TAP101
Nm(0., 1.).log_prob(N.zeros(2))  # expect: TAP401
D.normal.Normal(0., 1.).log_prob(N.zeros(2))  # expect: TAP401
