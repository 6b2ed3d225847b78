import torch
w = torch.zeros(3, requires_grad=True)
del w
w = torch.zeros(3)
w += 1
ws = [torch.zeros(3, requires_grad=True), torch.zeros(3)]
del ws[0]
ws[0] += 1
