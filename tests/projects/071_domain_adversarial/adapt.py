import torch
import torch.nn.functional as F


class Adapter:
    def __init__(self, extractor, label_head, domain_head, lr=1e-3):
        self.extractor = extractor
        self.label_head = label_head
        self.domain_head = domain_head
        modules = (extractor, label_head, domain_head)
        self.optimizer = torch.optim.Adam([p for m in modules for p in m.parameters()], lr=lr)

    def step(self, source, labels, target):
        f_source = self.extractor(source)
        f_target = self.extractor(target)
        domains = torch.cat([torch.ones(len(source)), torch.zeros(len(target))])

        self.optimizer.zero_grad()
        label_loss = F.cross_entropy(self.label_head(f_source), labels)
        label_loss.backward()
        scores = self.domain_head(torch.cat([f_source, f_target])).squeeze(-1)
        domain_loss = F.binary_cross_entropy_with_logits(scores, domains)
        domain_loss.backward()
        self.optimizer.step()
        return label_loss.item(), domain_loss.item()
