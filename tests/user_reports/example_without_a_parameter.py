"""The example of a loss in a README takes random logits that do not require grad."""
# torch: raises RuntimeError: element 0 of tensors does not require grad
# report: https://github.com/abhuse/polyloss-pytorch/issues/4
import torch
import torch.nn.functional as F


def poly_loss(logits, labels, epsilon=1.0):
    share = torch.softmax(logits, dim=-1).gather(1, labels.unsqueeze(1)).squeeze(1)
    return (F.cross_entropy(logits, labels, reduction="none") + epsilon * (1.0 - share)).mean()


logits = torch.rand([3, 4])
labels = torch.tensor([0, 2, 1])
loss = poly_loss(logits, labels)
loss.backward()  # expect: TAP104
