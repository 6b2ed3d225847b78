import torch
net = torch.nn.Linear(2, 1)
def train(xs):
    hist = []
    for x in xs:
        loss = net(x).mean()
        hist.append(loss)
        loss.backward()
    return torch.tensor(hist).mean()
