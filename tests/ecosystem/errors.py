"""What keeps the check from being made."""


class EcosystemError(Exception):
    """The check cannot be made; the text says why and what to do."""
