import torch


def two_views(x, noise=0.2):
    def view():
        mask = (torch.rand_like(x) > 0.1).float()
        return x * mask + noise * torch.randn_like(x)

    return view(), view()
