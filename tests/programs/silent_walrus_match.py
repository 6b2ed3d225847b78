import torch
w = torch.zeros(3, requires_grad=True)
if (v := w.detach().clone()) is not None:
    v += 1
match w:
    case torch.Tensor() as t if not t.requires_grad:
        t += 1
    case _:
        pass
