"""assay_torch: a record of what code served each sample of a PyTorch program."""
from .recorder import Recorder, RecordError, __version__, install

install()    # before the first compile: what is compiled without the hooks cannot be told

__all__ = ["Recorder", "RecordError", "__version__"]
