import torch
net = torch.nn.Linear(2, 1)
parts = [net(torch.ones(2)).mean()]
loss = torch.tensor(0.0, requires_grad=True) + sum(parts)
loss.backward()
print(net.weight.grad)
