import torch


def gradient_penalty(critic, real, fake):
    eps = torch.rand(real.size(0), 1)
    points = eps * real + (1 - eps) * fake
    points.requires_grad_(True)
    scores = critic(points)
    (grad,) = torch.autograd.grad(
        outputs=scores, inputs=points, grad_outputs=torch.ones_like(scores), create_graph=True
    )
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()
