"""What is known of torch, as data.

``measured.json`` is derived from real torch by ``tests/oracle/measure_torch.py``; a test derives
it again and compares. :mod:`~tapelint.torch_api.knowledge` reads it;
:mod:`~tapelint.torch_api.families` says what holds of which operations;
:mod:`~tapelint.torch_api.names` knows under which names torch exports the same thing.
"""
