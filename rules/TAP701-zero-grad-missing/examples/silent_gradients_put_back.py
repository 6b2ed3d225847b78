"""Gradients are taken, cleared, and others put in their place before the step."""

# torch: runs
import torch


class Surgery:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def update(self, losses):
        taken = []
        for loss in losses:
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)
            taken.append([each.grad.clone() for each in self.model.parameters()])
        self.optimizer.zero_grad()
        for each, gradients in zip(self.model.parameters(), zip(*taken)):
            each.grad = torch.stack(gradients).mean(0)
        self.optimizer.step()

    def penalise(self, loss):
        loss.backward()
        self.optimizer.zero_grad()
        self.put_back(self.model)
        self.optimizer.step()
