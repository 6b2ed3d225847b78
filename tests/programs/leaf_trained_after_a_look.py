import torch
import torch.nn.functional as F


def train(scores, wanted, optimizer):
    loss = F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102
    print(loss.item(), loss.grad_fn)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def loss_of(scores, wanted):
    loss = F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102
    assert loss.requires_grad
    return loss


def kept(scores, wanted, losses):
    losses.append(F.mse_loss(torch.tensor(scores, requires_grad=True), wanted))  # expect: TAP102
    return losses[-1].item()
