"""What the commands do that takes more than a few lines; :mod:`tapelint.cli` puts them together.

- :mod:`~tapelint.commands.running` is what they share: what is linted, settings, how they end;
- :mod:`~tapelint.commands.checking` is ``check``; :mod:`~tapelint.commands.fixing` fixes for it;
- :mod:`~tapelint.commands.watching` is ``check --watch``;
- :mod:`~tapelint.commands.listing` is ``--show-files`` and ``--show-settings``;
- :mod:`~tapelint.commands.describing` is ``rule``, ``linter`` and ``config``;
- :mod:`~tapelint.commands.recording` is ``baseline``;
- :mod:`~tapelint.commands.serving` is ``server``;
- :mod:`~tapelint.commands.usage_mistakes` answers what the command line gets wrong.
"""
