import logging

import torch
from torch import nn

from corpus import sentences
from tagger import Tagger
from trainer import Trainer

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    model = Tagger(40, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    Trainer(model, optimizer, nn.CrossEntropyLoss()).fit(list(sentences(10)), epochs=2)
