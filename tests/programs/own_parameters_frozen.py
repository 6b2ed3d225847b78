import torch
class E(torch.nn.Module):
    def __init__(self, freeze):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)
        for p in self.parameters():
            p.requires_grad = False
        for p in self.parameters():
            p.fill_(0)
