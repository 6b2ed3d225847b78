"""What stands beside a loss is there to be shown; and a function that measures trains nothing."""

import torch
import torch.nn.functional as F
from torch import nn


class DetectionLoss(nn.Module):
    def forward(self, boxes, classes):
        of_boxes = F.relu(boxes).mean()
        of_classes = F.relu(classes).mean()
        loss = of_boxes + of_classes
        return loss, torch.tensor([of_boxes, of_classes])


class SegmentationLoss(nn.Module):
    def forward(self, scores):
        terms = [F.relu(scores).mean(), F.softplus(scores).mean()]
        return {"loss": sum(terms), "terms": torch.tensor(terms)}


def distances(points):
    return torch.tensor([torch.dist(points, each) for each in points])


def eval_loss(scores):
    return torch.tensor([F.relu(each).mean() for each in scores]).mean()


class WeightedLoss(nn.Module):
    def forward(self, scores, losses):
        weights = torch.tensor([torch.exp(-each) for each in scores])
        return (weights * losses).sum()


def early_stopping_loss(outputs):
    losses = torch.stack(outputs)
    return torch.tensor([losses.min(), losses.max()])


def epoch_loss(outputs):
    losses = torch.stack([each["loss"] for each in outputs])
    return torch.tensor([losses.mean()])


def loss_weights(logits):
    shares = torch.softmax(logits, -1)
    return torch.tensor([each.max() for each in shares])


class DynamicLossWeights:
    def forward(self, previous):
        ratio = torch.exp(previous)
        return torch.tensor([each for each in ratio])
