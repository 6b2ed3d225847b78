import torch
w = torch.FloatTensor(10); w.requires_grad = True
with torch.no_grad(): w.normal_()
