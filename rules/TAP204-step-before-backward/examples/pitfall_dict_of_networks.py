"""Networks and optimisers kept in dictionaries."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch as T
from torch import nn

nets = {"gen": nn.Linear(2, 2), "dis": nn.Linear(2, 1)}
optims = {name: T.optim.Adam(net.parameters()) for name, net in nets.items()}

fake = nets["gen"](T.ones(1, 2))
score = nets["dis"](fake).mean()
dis_loss = nets["dis"](fake.detach()).pow(2).mean()
dis_loss.backward()
optims["dis"].step()  # expect: TAP204
(-score).backward()
optims["gen"].step()
