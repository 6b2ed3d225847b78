import torch
def f(flag):
    w = torch.zeros(3, requires_grad=True)
    try:
        w = w.detach()
        if flag:
            raise ValueError
    except ValueError:
        w += 1
    return w
print(f(True))
