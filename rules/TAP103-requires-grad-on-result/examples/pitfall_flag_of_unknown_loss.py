"""Whatever the function returns, the flag either raises or trains nothing."""

# torch: runs
import torch


def train(criterion, optimizer, output, labels):
    optimizer.zero_grad()
    loss = criterion(output.max(1)[1].float(), labels)
    loss.requires_grad = True  # expect: TAP103
    loss.backward()
    optimizer.step()  # expect: TAP705


optimizer = torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=0.1)
train(torch.nn.MSELoss(), optimizer, torch.eye(3), torch.ones(3))
