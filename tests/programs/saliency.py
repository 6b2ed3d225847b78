import torch
def saliency(model, x, y):
    x = x.clone().detach().requires_grad_(True)
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    return x.grad.abs()
def fgsm(model, x, y, eps):
    delta = torch.zeros_like(x, requires_grad=True)
    loss = torch.nn.functional.cross_entropy(model(x + delta), y)
    loss.backward()
    delta.data = (delta + eps * delta.grad.sign()).clamp(-eps, eps)  # expect: TAP302
    delta.grad.zero_()
    return delta.detach()
def gp(critic, real, fake):
    alpha = torch.rand(real.size(0), 1, requires_grad=True)
    inter = alpha * real + (1 - alpha) * fake
    g = torch.autograd.grad(critic(inter), inter, create_graph=True)[0]
    return ((g.norm(2, 1) - 1) ** 2).mean()
