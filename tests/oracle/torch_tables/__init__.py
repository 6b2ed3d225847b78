"""What tapelint knows about torch, derived from the installed torch.

`measurement` puts the tables together.  `operation_tables` and `object_tables` make them, out of
the examples in `example_calls` and `example_objects`, with the experiments of
`autograd_experiments`; `torch_registry` reads names and signatures.
"""
