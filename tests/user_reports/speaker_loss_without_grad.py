"""The features of a consistency term are computed under no_grad, so the term pulls at nothing."""
# torch: wrong gradient
# report: https://github.com/coqui-ai/TTS/issues/2348
# not caught: TAP104: what is computed under no_grad is a constant by intent as a rule, and the other term trains
import torch
import torch.nn.functional as F
from torch import nn


class SpeakerEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, wave):
        with torch.no_grad():
            spectrogram = wave.square() + 1e-6
        return F.normalize(self.layer(torch.log(spectrogram)), dim=-1)


decoder = nn.Linear(2, 3)  # parameter
speaker = SpeakerEncoder()
wave = decoder(torch.randn(4, 2))
truth = torch.randn(4, 3)
consistency = -F.cosine_similarity(speaker(wave), speaker(truth), dim=-1).mean()
loss = F.mse_loss(wave, truth) + consistency
loss.backward()
