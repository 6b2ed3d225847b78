import torch
ws = {}
ws["a"] = torch.zeros(3, requires_grad=True)
ws["a"] = ws["a"].detach()
ws["a"] += 1
class A: pass
a = A()
a.w = torch.zeros(3, requires_grad=True)
a.w = a.w * 2
a.w += 1
