"""A method `softmax` of something else, which is given what it works on."""

# torch: runs
import torch
import torch.nn.functional as F


class Scorer:
    def softmax(self, scores):
        return scores * 2.0

    def sigmoid(self, scores):
        return scores * 2.0


def trained(scorer, scores, labels):
    return F.cross_entropy(scorer.softmax(scores), labels)


def trained_twice(scorer, scores, target):
    return F.binary_cross_entropy_with_logits(scorer.sigmoid(scores), target)


if __name__ == "__main__":
    rows = torch.tensor([[9.0, 0.0]])
    assert trained(Scorer(), rows, torch.tensor([0])) < 0.001
    assert trained_twice(Scorer(), rows, torch.tensor([[1.0, 0.0]])) < 0.4
