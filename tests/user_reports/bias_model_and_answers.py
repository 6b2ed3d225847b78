"""The bias model's loss is ready, the answering model steps, and then the bias model goes back through it."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/chojw/genb/issues/6
import torch
import torch.nn.functional as F
from torch import nn


def train(model, genb, discriminator, loader):
    optim_G = torch.optim.Adamax(genb.parameters())
    optim_D = torch.optim.Adamax(discriminator.parameters())
    for v, q, a in loader:
        pred_g = genb(torch.cat([v, q], dim=1))
        g_loss = F.binary_cross_entropy_with_logits(pred_g, a)
        vae_preds = discriminator(pred_g)
        d_loss = F.binary_cross_entropy_with_logits(vae_preds, torch.ones_like(vae_preds))
        optim_G.zero_grad()
        (g_loss + d_loss).backward(retain_graph=True)
        optim_G.step()  # expect: TAP204
        optim_D.zero_grad()
        d_loss.backward()
        optim_D.step()


layers = [nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2)), nn.Linear(2, 1)]
train(nn.Linear(2, 2), *layers, [(torch.randn(3, 2), torch.randn(3, 2), torch.rand(3, 2))] * 2)
