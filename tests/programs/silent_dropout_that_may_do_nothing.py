import torch
import torch.nn.functional as F
w = torch.ones(3, requires_grad=True)
def drop(p, training):
    h = w.exp()
    F.dropout(h, p, training, inplace=True)
    h.sum().backward()
def drop_nothing():
    h = w.exp()
    F.dropout(h, 0.0, inplace=True)
    h.sum().backward()
layer = torch.nn.Dropout(0.5, inplace=True)
layer.eval()
h = w.exp()
layer(h)
h.sum().backward()
