import torch, numpy as np
class D:
    def log_prob(self, x): return 0
D().log_prob(np.zeros(3))
