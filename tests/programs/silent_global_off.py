import torch
torch.set_grad_enabled(False)
w = torch.zeros(3, requires_grad=True)
def main():
    w.add_(1)
    net = torch.nn.Linear(2, 1)
    return torch.tensor([net(torch.zeros(2)) for _ in range(3)])
main()
