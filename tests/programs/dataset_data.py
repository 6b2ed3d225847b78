import torch
class DS(torch.utils.data.Dataset):
    def __init__(self, d):
        self.data = d
    def f(self):
        self.data[0] = 1
        self.data = self.data * 2
        self.data += 1
def g(batch, response, cfg):
    batch.data[0] = 1
    response.data = 3
    cfg.data.update(a=1)
    batch.data -= 1
