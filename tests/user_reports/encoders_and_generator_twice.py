"""One forward, a backward and steps for encoders and generator, and a second backward for the generator alone."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/HsinYingLee/DRIT/issues/48
import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc_c = nn.Linear(3, 4)
        self.gen = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 3))
        self.enc_c_opt = torch.optim.Adam(self.enc_c.parameters())
        self.gen_opt = torch.optim.Adam(self.gen.parameters())

    def forward(self, image):
        self.image = image
        self.content = self.enc_c(image)
        self.fake = self.gen(self.content)
        self.fake_again = self.gen(self.content + 1.0)

    def backward_EG(self):
        loss_G = (self.fake - self.image).abs().mean()
        loss_G.backward(retain_graph=True)

    def backward_G_alone(self):
        loss_G2 = self.fake_again.square().mean()
        loss_G2.backward()

    def update_EG(self):
        self.enc_c_opt.zero_grad()
        self.gen_opt.zero_grad()
        self.backward_EG()
        self.enc_c_opt.step()
        self.gen_opt.step()  # expect: TAP204
        self.enc_c_opt.zero_grad()
        self.gen_opt.zero_grad()
        self.backward_G_alone()
        self.enc_c_opt.step()
        self.gen_opt.step()


model = Translator()
model(torch.randn(2, 3))
model.update_EG()
