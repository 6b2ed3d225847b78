import torch
import numpy as np
rewards, values = [], []
for t in range(3):
    rewards.append(1.0)
    values.append(model(t).item())
r = torch.tensor(rewards)
v = torch.tensor(values)
loss = ((r - v) ** 2).mean()
a = torch.tensor([x.detach() for x in outs])
b = torch.tensor(np.array(outs))
c = torch.tensor([[1, 2], [3, 4]], requires_grad=True)
d = torch.Tensor(3, 4)
e = torch.tensor(x)
f = torch.tensor(len(outs))
