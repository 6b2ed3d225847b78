"""The bridge: the core tells the rules that have moved to it what happens, in the tape's events.

While :mod:`tapelint.core` runs a file, a *recorder* listens to what autograd does and keeps what
its event is about. Afterwards each place is looked up in the tree that rules report on.
"""
