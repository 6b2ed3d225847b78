import torch
ws = [torch.zeros(3, requires_grad=True), torch.zeros(3)]
first = ws.pop(0)
ws[0] += 1
q = [torch.zeros(3), torch.zeros(3, requires_grad=True)]
q.reverse()
q[1] += 1
a, b = sorted([torch.tensor(2., requires_grad=True).detach(), torch.tensor(1.)])
a += 1
