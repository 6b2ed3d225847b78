import torch
from corpus import sentences
from tagger import Tagger
from torch import nn
from trainer import Trainer

torch.manual_seed(0)
model = Tagger(40, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
trainer = Trainer(model, optimizer, nn.CrossEntropyLoss(), max_norm=1e9)
(batch,) = list(sentences(1))
trainer.train_step(*batch)
first = model.out.weight.grad.clone()
trainer.train_step(*batch)
assert torch.allclose(model.out.weight.grad, 2 * first)
