import torch
net = torch.nn.Linear(2, 1)
def report_it(writer, xs):
    losses = [net(x).mean() for x in xs]
    writer.add_scalar("loss", torch.tensor(losses).mean(), 1)
    total = sum(losses)
    total.backward()
