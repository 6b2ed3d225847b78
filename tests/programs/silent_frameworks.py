"""What a framework does not run the backward of, or runs while autograd does not record."""

import lightning as L
import torch
import torch.nn.functional as F
from fastai.vision.all import *
from ignite.engine import Engine
from torch import nn
from transformers import Trainer


class Silent(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)
        self.steps = 0

    def training_step(self, batch, index):
        x, y = batch
        if len(x) == 0:
            return None
        loss = F.mse_loss(self.layer(x), y)
        self.log("loss", loss.item())
        return {"loss": loss, "shown": loss.detach()}

    def validation_step(self, batch, index):
        x, y = batch
        h = self.layer(x).exp()
        h.mul_(2)
        return {"loss": F.mse_loss(h, y).detach()}

    def predict_step(self, batch, index):
        return self.layer(batch).argmax(-1).tolist()

    def on_validation_epoch_end(self):
        self.layer.weight.clamp_(-1, 1)


class StepsByHand(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(3, 3)
        self.d = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def training_step(self, batch, index):
        opt_g, opt_d = self.optimizers()
        fake = self.g(batch)
        opt_d.zero_grad()
        self.manual_backward(self.d(fake.detach()).mean())
        opt_d.step()
        loss = self.d(fake).mean()
        opt_g.zero_grad()
        self.manual_backward(loss)
        opt_g.step()
        return loss.detach()

    def configure_optimizers(self):
        opt_g = torch.optim.Adam(self.g.parameters())
        return [opt_g, torch.optim.Adam(self.d.parameters())], []


class RunsItsOwnBackward(Trainer):
    def training_step(self, model, inputs, num_items_in_batch=None):
        loss = self.compute_loss(model, inputs)
        self.accelerator.backward(loss)
        return loss.detach()

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        return (outputs.loss, outputs.logits.detach()) if return_outputs else outputs.loss


def update(engine, batch):
    loss = net(batch).mean()
    loss.backward()
    return loss.item()


net = nn.Linear(3, 1)
trainer = Engine(update)


def error_rate_of(prediction, target):
    return F.mse_loss(prediction, target).item()


def main(dls):
    Learner(dls, net, loss_func=F.mse_loss, metrics=error_rate_of).fit(3)
