import torch
import torch.nn.functional as F


def augment(x, strength):
    return x + strength * torch.randn_like(x)


def consistency(student_logits, teacher_logits, threshold):
    probs = teacher_logits.softmax(-1)
    confidence, labels = probs.max(-1)
    mask = (confidence > threshold).float()
    return (F.cross_entropy(student_logits, labels, reduction="none") * mask).mean()
