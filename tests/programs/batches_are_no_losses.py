import torch
from torch import nn
from torch.autograd import Variable
def train(task_network, build, experiences, batch, opt, layers):
    net = nn.Sequential(*layers)
    states = torch.FloatTensor([e['state'] for e in experiences])
    loss = -torch.log(net(states)).mean()
    loss.backward()
    x = Variable(batch[0]).cuda()
    out = task_network(x).mean()
    out.backward()
    seq = nn.Sequential(build(), nn.Softmax(-1))
    loss = seq(torch.tensor(batch)).sum()
    loss.backward()
def update(self, a, b, obs):
    pred = self.net(torch.Tensor(a))
    true = torch.Tensor(b)
    loss = nn.functional.mse_loss(true, pred)
    loss.backward()
