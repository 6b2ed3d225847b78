import torch
w = torch.ones(3, requires_grad=True)
m = w > 0
rows = w.data[m]
rows.mul_(2)
print(w)
