"""A framework runs the backward of what a step gives back."""

import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from fastai.vision.all import *
from skorch import NeuralNetClassifier
from torch import nn
from transformers import Trainer


class CutInADict(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def training_step(self, batch, index):
        x, y = batch
        loss = F.mse_loss(self.layer(x), y)
        return {"loss": loss.detach(), "y": y}  # expect: TAP104


class ANumber(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def training_step(self, batch, index):
        x, y = batch
        loss = F.mse_loss(self.layer(x), y)
        return loss.item()  # expect: TAP104


class SharedStep(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def step(self, batch):
        h = self.layer(batch).exp()
        h.mul_(2)  # expect: TAP202
        return h.mean()

    def training_step(self, batch, index):
        return self.step(batch)

    def validation_step(self, batch, index):
        self.log("loss", self.step(batch))


class StepBeforeBackward(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(3, 3)
        self.d = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def training_step(self, batch, index):
        opt_g, opt_d = self.optimizers()
        fake = self.g(batch)
        score = self.d(fake)
        opt_d.zero_grad()
        self.manual_backward(self.d(fake.detach()).mean())
        opt_d.step()  # expect: TAP204
        self.manual_backward(score.mean())
        opt_g.step()

    def configure_optimizers(self):
        opt_g = torch.optim.Adam(self.g.parameters())
        return [opt_g, torch.optim.Adam(self.d.parameters())], []


class WeightsChangedWhileRecording(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def on_train_batch_start(self, batch, index):
        self.layer.weight.clamp_(-1, 1)  # expect: TAP201


class LossOfATrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        loss = outputs.loss.detach()
        return (loss, outputs) if return_outputs else loss  # expect: TAP104


class LossOfASkorchNet(NeuralNetClassifier):
    def get_loss(self, y_pred, y_true, X=None, training=False):
        loss = super().get_loss(y_pred, y_true, X=X, training=training)
        return loss.detach()  # expect: TAP104


class LossOfALearner(nn.Module):
    def forward(self, prediction, target):
        return F.mse_loss(prediction, target).detach()  # expect: TAP104


def loss_of_a_learner(prediction, target):
    return F.mse_loss(prediction, target).item()  # expect: TAP104


def main(dls, net):
    Learner(dls, net, loss_func=loss_of_a_learner).fit(3)
    vision_learner(dls, net, loss_func=LossOfALearner()).fit(3)
