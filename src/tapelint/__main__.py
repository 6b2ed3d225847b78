"""``python -m tapelint``."""

from tapelint.start import main

main()
