import torch
a = torch.tensor([1, 2, 3.], requires_grad=True)
out = a.sigmoid()
c = out.data
c.zero_()  # expect: TAP301
out.sum().backward()
