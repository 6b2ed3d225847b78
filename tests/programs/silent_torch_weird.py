import torch, torch.nn as nn
torch.tensor(); torch.zeros(); torch.tensor(*[]); torch.stack(); torch.cat([]); torch.add()
torch.nn.functional.mse_loss(); nn.MSELoss()(); nn.Linear()(); nn.Sequential()(); nn.Sequential(*[])(1)
torch.distributions.Normal(); torch.distributions.Normal(1, 2).log_prob(); torch.Tensor.add_()
torch.nn.Parameter(); torch.autograd.Variable(); torch.autograd.grad(); torch.autograd.backward()
torch.no_grad(1); torch.set_grad_enabled(); torch.inference_mode(mode=1); torch.normal(); torch.from_numpy()

