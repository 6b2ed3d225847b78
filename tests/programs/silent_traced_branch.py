import torch
class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 3, 1)
    def forward(self, input):
        out = self.conv(input)
        if torch.jit.is_tracing():
            out = torch.sigmoid(out)
            out[:, 0] += 1.0
        return out
