import torch
w = torch.zeros(3, 3, requires_grad=True)
w[0].add_(1)  # expect: TAP201
w.view(-1).zero_()  # expect: TAP201
w.T[0] = 1  # expect: TAP201
for row in w:
    row.zero_()  # expect: TAP201
v = w[0]
v += 1  # expect: TAP201
w.detach().zero_()
w.clone().zero_()
(w * 2).zero_()
