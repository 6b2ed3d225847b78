"""A variable called data, and the module torch.utils.data, are no attributes of a tensor."""

# torch: right gradient
import torch
import torch.utils.data as data

samples = data.TensorDataset(torch.ones(3, 2))
loader = torch.utils.data.DataLoader(samples, batch_size=3)
data = torch.zeros(2)
data += 2.0
data[0] = 1.0
w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (w * data).sum() * len(loader)
loss.backward()
