import torch
net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
def train(loader):
    total = 0
    for i, x in enumerate(loader):
        total = total + net(x).mean()
        if (i + 1) % 4 == 0:
            total.backward()
            opt.step()
            opt.zero_grad()
            total = 0
