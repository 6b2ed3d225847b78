from forecaster import QuantileForecaster
from train import CONFIG

model = QuantileForecaster(CONFIG)
assert all(name.startswith("encoder") for name, _ in model.named_parameters())
assert all(name.startswith("encoder") for name in model.state_dict())
