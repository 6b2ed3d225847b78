import torch
import torch.nn.functional as F


def hinge_d(real_score, fake_score):
    return F.relu(1 - real_score).mean() + F.relu(1 + fake_score).mean()


def hinge_g(fake_score):
    return -fake_score.mean()


def d_step(G, D, opt, real, latent):
    with torch.no_grad():
        fake = G(torch.randn(len(real), latent))
    loss = hinge_d(D(real), D(fake))
    opt.zero_grad()
    loss.backward()
    opt.step()
    return float(loss.detach())


def g_step(G, D, opt, n, latent):
    for p in D.parameters():
        p.requires_grad_(False)
    loss = hinge_g(D(G(torch.randn(n, latent))))
    opt.zero_grad()
    loss.backward()
    opt.step()
    for p in D.parameters():
        p.requires_grad_(True)
    return float(loss.detach())
