import torch
w = torch.FloatTensor(10)
w.requires_grad = True
w.data.normal_()  # expect: TAP302
