import torch
net = torch.nn.Linear(2, 1)
def classes(xs):
    return torch.tensor([net(x).type(torch.LongTensor) for x in xs])
classes([torch.zeros(2)])
