import torch
net = torch.nn.Linear(2, 1)
def values_of(xs):
    net.eval()
    return torch.tensor([net(x).argmax().float() for x in xs] + [net(x).max(0).indices for x in xs] + [torch.topk(net(x), 1)[1] for x in xs] + [torch.multinomial(net(x), 1) for x in xs] + [net(x).sign().bool() for x in xs] + [(net(x) > 0).float() for x in xs] + [torch.floor(net(x)).to(torch.int64) for x in xs] + [net(x).shape[0] for x in xs] + [len(net(x)) for x in xs] + [torch.numel(net(x)) for x in xs] + [net(x).nonzero() for x in xs])
values_of([torch.zeros(2)])
