"""Whether what is changed has the memory that ``.data`` was read for: aliases, views and copies."""
import torch
from torchvision import datasets

w = torch.randn(2, 4, requires_grad=True)

doubled = w * 2
doubled.detach().data.mul_(2)  # expect: TAP301
doubled.sum().backward()

doubled = w * 2
doubled.detach()[0].data.zero_()  # expect: TAP301
doubled.sum().backward()

saved = w.exp()
saved.data.unsqueeze_(0)
saved.sum().backward()

saved = w.exp()
flat = saved.data.permute(1, 0).reshape(-1)
flat.zero_()
laid_out = saved.data.t().contiguous()
laid_out.zero_()
saved.sum().backward()

saved = w.exp()
saved.data.t().view(2, 4)[0].zero_()  # expect: TAP301
saved.sum().backward()

doubled = w * 2
row = doubled[0]
row.data = torch.ones(4)  # expect: TAP302
doubled.sum().backward()

doubled = w * 2
row = doubled[0]
row.data = torch.ones(4)  # expect: TAP301
row.sum().backward()


def rows(index):
    w = torch.randn(4, requires_grad=True)
    saved = w.exp()
    chosen = saved.data[index]
    chosen.zero_()
    saved.sum().backward()


def digits(trainset, loader):
    trainset.data.div_(255)
    loader.dataset.data.div_(255)


train = datasets.MNIST("digits")
train.data.div_(255)
train.data[0].zero_()
