"""How a rule says what a fix changes, and how that becomes edits of the text.

:mod:`~tapelint.editing.changes` is the vocabulary of the rules: it speaks of syntax-tree nodes
and needs no libcst. :mod:`~tapelint.editing.resolving` turns it into places and texts, for files
with findings alone, and refuses where an edit cannot be known to be right.
"""
