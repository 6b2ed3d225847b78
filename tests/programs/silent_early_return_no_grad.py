import torch
w = torch.zeros(3, requires_grad=True)
def f(flag):
    with torch.no_grad():
        if flag:
            return w.add_(1)
        for _ in range(3):
            if flag: continue
            w.mul_(2)
            if not flag: break
        w.add_(2)
    return w
