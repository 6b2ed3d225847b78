import torch
w = torch.zeros(3, requires_grad=True)
while True:
    with torch.no_grad():
        w.add_(1)
        try:
            break
        finally:
            w.mul_(2)
def g():
    with torch.no_grad():
        return w.add_(1)
g()
