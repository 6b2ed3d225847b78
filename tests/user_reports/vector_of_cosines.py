"""Two results become a vector through torch.tensor, and backward finds no graph."""
# torch: raises RuntimeError: element 0 of tensors does not require grad
# report: https://discuss.pytorch.org/t/gradient-is-lost-when-use-torch-tensor-t1-t2/23261
import torch

angle = torch.tensor(0.3, requires_grad=True)
tilt = torch.tensor(0.7, requires_grad=True)
turn = torch.tensor([[0.5, 1.5], [2.0, 2.5]])
vector = torch.tensor([torch.cos(angle), torch.cos(tilt)])  # expect: TAP101
loss = torch.matmul(vector, turn).sum()
loss.backward()
