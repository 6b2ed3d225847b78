import torch
import torch.nn as nn
import torch.nn.functional as F
def f(x, y, model, preds):
    a = torch.zeros(3, requires_grad=True) + x  # x may be a number: points, moved to their place
    b = F.mse_loss(torch.tensor(preds, requires_grad=True), y)  # expect: TAP102
    c = nn.MSELoss()(torch.tensor(preds, requires_grad=True), y)  # expect: TAP102
    crit = nn.CrossEntropyLoss()
    d = crit(torch.as_tensor(preds).requires_grad_(), y)  # expect: TAP102
    e = criterion(torch.tensor(preds, requires_grad=True), y)  # expect: TAP102
    g = model(torch.randn(2, 3, requires_grad=True))
    h = torch.randn(2, 3, requires_grad=True) * 0.1
    i = torch.tensor(x, requires_grad=True)
    j = i * 2
    k = x.requires_grad_() * 2
    return torch.tensor(preds, requires_grad=True)
