"""The bridge: the rules that have moved hear from the core, in the events that all rules hear.

While a file is run by :mod:`tapelint.core`, a *teller* listens to what autograd does and keeps what
its event is about. Afterwards each place is looked up in the tree that rules report on.
"""
