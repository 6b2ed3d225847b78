import torch


def mean_iou(logits, target, classes):
    pred = logits.argmax(dim=1)
    scores = []
    for c in range(classes):
        inter = ((pred == c) & (target == c)).sum().float()
        union = ((pred == c) | (target == c)).sum().float()
        if union > 0:
            scores.append(inter / union)
    return torch.stack(scores).mean()


class ConfusionMatrix:
    def __init__(self, classes):
        self.classes = classes
        self.counts = torch.zeros(classes, classes, dtype=torch.long)

    def update(self, logits, target):
        pred = logits.argmax(1).flatten()
        index = target.flatten() * self.classes + pred
        self.counts += torch.bincount(index, minlength=self.classes**2).view_as(self.counts)

    @property
    def accuracy(self):
        return (self.counts.diag().sum() / self.counts.sum()).item()
