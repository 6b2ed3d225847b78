import torch
from losses import elbo
from model import VAE

torch.manual_seed(0)
x, model = torch.randn(8, 12), VAE()
recon, posterior = model(x)
loss, _ = elbo(x, recon, posterior, beta=0.0)
loss.backward()
assert model.decoder[0].weight.grad.abs().sum() > 0
assert model.loc.weight.grad.abs().sum() == 0
assert model.encoder[0].weight.grad.abs().sum() == 0
