import copy

from networks import q_network
from utils import soft_update

online = q_network(4, 2)
target = copy.deepcopy(online)
version = target[0].weight._version
online[0].weight.data.zero_()
soft_update(target, online, 0.5)
assert target[0].weight.abs().sum() > 0
assert target[0].weight._version == version
