"""The language server: findings in editors, by the Language Server Protocol.

- :mod:`~tapelint.server.service` answers what an editor asks; :mod:`~tapelint.server.protocol`
  speaks the protocol for it, and :mod:`~tapelint.server.lifetime` starts and ends it;
- :mod:`~tapelint.server.documents` holds the texts as the editor has them,
  :mod:`~tapelint.server.positions` counts in its units;
- :mod:`~tapelint.server.workspace` knows folders and settings;
- :mod:`~tapelint.server.runs` lints what has changed: :mod:`~tapelint.server.linter` has
  :mod:`~tapelint.server.jobs` done, the most urgent first, each in a
  :mod:`~tapelint.server.process`, where :mod:`~tapelint.server.worker` does it;
- :mod:`~tapelint.server.diagnostics`, :mod:`~tapelint.server.code_actions` and
  :mod:`~tapelint.server.hover` say findings in the protocol's words.

Only the first group and the last need pygls, the extra ``tapelint[lsp]``.
"""
