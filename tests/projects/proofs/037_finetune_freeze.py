import torch
from backbone import pretrained_backbone
from train import main

assert not torch.equal(main().backbone[0].weight, pretrained_backbone()[0].weight)
