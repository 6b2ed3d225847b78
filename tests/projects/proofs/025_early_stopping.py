import torch
from callbacks import EarlyStopping

net = torch.nn.Linear(2, 1)
stopper = EarlyStopping()
stopper.update(1.0, net)
before = net.weight.detach().clone()
optimizer = torch.optim.SGD(net.parameters(), lr=1.0)
net(torch.ones(1, 2)).sum().backward()
optimizer.step()
stopper.restore(net)
assert not torch.equal(net.weight, before)
