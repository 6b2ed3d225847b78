from vit import TinyMixer

names = [name for name, _ in TinyMixer().named_parameters()]
assert names
assert not [name for name in names if "gamma" in name]
