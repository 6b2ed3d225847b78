import torch
class E(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)
        for p in self.parameters():
            p.fill_(0)  # expect: TAP201
