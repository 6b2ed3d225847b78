from .gate import Gate
from .wide import Wide
