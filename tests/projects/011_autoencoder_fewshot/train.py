import torch

from autoencoder import AutoEncoder
from engine import train_epoch

if __name__ == "__main__":
    torch.manual_seed(0)
    net = AutoEncoder(8, 2)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    data = torch.randn(64, 8).split(16)
    for epoch in range(3):
        print(epoch, train_epoch(net, data, opt))
    torch.save(net.state_dict(), "/dev/null")
