"""Python runs this file at its start: python -m assay_torch puts this folder on PYTHONPATH."""
import importlib.machinery, importlib.util, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
PARENT = os.path.dirname(os.path.dirname(HERE))           # of the package

if os.environ.get("ASSAY_TORCH_SURVEY"):
    sys.path.insert(0, PARENT)
    try:
        from assay_torch import survey
        survey.start(os.environ["ASSAY_TORCH_SURVEY"])
    except Exception as error:
        print(f"assay_torch: no survey of this process: {error}", file=sys.stderr)
    sys.path.remove(PARENT)

# Another sitecustomize, which this one hides.
others = [path for path in sys.path if os.path.realpath(path) != os.path.realpath(HERE)]
spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
if spec is not None and spec.loader is not None:
    sys.modules["sitecustomize"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["sitecustomize"])
