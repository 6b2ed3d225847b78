import torch
w = torch.zeros(3, requires_grad=True)
class T:
    freeze = torch.no_grad
    def step(self):
        with self.freeze():
            w.add_(1)
    @staticmethod
    def other():
        off = torch.no_grad
        with off():
            w.add_(1)
T().step(); T.other()
