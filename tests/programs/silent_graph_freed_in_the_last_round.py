import torch
z = torch.nn.Linear(4, 8)(torch.randn(2, 4)).tanh()
for i in range(3):
    if i == 2:
        z.sum().backward()
    else:
        z.sum().backward(retain_graph=True)
