"""A user asks when sample does; here a hand-written bound is differentiated through its draw."""
# torch: wrong gradient
# report: https://forum.pyro.ai/t/sample-vs-rsample/2344
import torch
from torch.distributions import LogNormal, Normal

loc = torch.tensor(0.3, requires_grad=True)  # parameter
log_scale = torch.tensor(-1.0, requires_grad=True)  # parameter
guide = LogNormal(loc, log_scale.exp())
draw = guide.sample((8,))  # expect: TAP405
model = Normal(torch.log(draw), 1.0).log_prob(torch.tensor(0.5))
loss = -(model - guide.log_prob(draw)).mean()
loss.backward()
