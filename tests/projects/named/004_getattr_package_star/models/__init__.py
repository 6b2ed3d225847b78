from .gate import *
from .wide import *
