"""The distance between codes and noise is backpropagated after the reconstruction loss freed the encoder."""
# torch: raises RuntimeError: Trying to backward through the graph a second time
# report: https://github.com/schelotto/Wasserstein-AutoEncoders/issues/2
import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
decoder = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
enc_optim = torch.optim.Adam(encoder.parameters())
dec_optim = torch.optim.Adam(decoder.parameters())


def imq_kernel(x, y):
    distances = torch.cdist(x, y).square()
    return (2.0 / (2.0 + distances)).mean()


for images in torch.randn(2, 4, 3):
    encoder.zero_grad()
    decoder.zero_grad()
    z = encoder(images)
    x_recon = decoder(z)
    recon_loss = (x_recon - images).square().mean()
    recon_loss.backward()
    z_fake = torch.randn(4, 2)
    mmd_loss = imq_kernel(z, z) - 2 * imq_kernel(z, z_fake)
    mmd_loss.mean().backward()  # expect: TAP501
    enc_optim.step()
    dec_optim.step()
