import torch
class Frozen:
    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
    def __exit__(self, *a):
        torch.set_grad_enabled(self.prev)
w = torch.zeros(3, requires_grad=True)
with Frozen():
    w.add_(1)
