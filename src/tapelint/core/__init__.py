"""The small core: linear code that is run abstractly, beside the engine in ``tape``.

A text becomes linear code (:mod:`code`). A machine runs it (:mod:`machine`) over values and one
trail of changes (:mod:`domain`). :mod:`autograd` keeps what torch's autograd keeps, :mod:`models`
knows what values do, and :mod:`running` decides what of a file is run. Dependencies point one way:
``domain``, ``code``, ``machine``, ``autograd``, ``models``, ``running``. The first three know no
torch, and none knows a rule.
"""
