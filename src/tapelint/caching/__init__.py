"""The cache of findings: what a file gave is kept while nothing that it depends on has changed.

- :mod:`~tapelint.caching.cache` finds and keeps what files gave;
- :mod:`~tapelint.caching.identity` says by which tapelint and which settings it was found;
- :mod:`~tapelint.caching.anchor` makes paths that outlast a move of the project;
- :mod:`~tapelint.caching.ground` looks at the file system again, each thing once in a run;
- :mod:`~tapelint.caching.shard` is one file of the cache, :mod:`~tapelint.caching.encoding` its
  findings, :mod:`~tapelint.caching.folder` the folder;
- :mod:`~tapelint.caching.outlines` keeps what the files that others import define.

What cannot be read from the cache counts as absent, whatever the reason.
"""
