"""Python runs this file at its start: python -m assay_torch puts this folder on PYTHONPATH."""
import importlib.machinery
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def load(name, spec):
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


def survey():
    package = os.path.dirname(HERE)
    if "assay_torch" not in sys.modules:
        load("assay_torch", importlib.util.spec_from_file_location(
            "assay_torch", os.path.join(package, "__init__.py"),
            submodule_search_locations=[package]))
    from assay_torch import survey
    survey.start(os.environ["ASSAY_TORCH_SURVEY"])


if os.environ.get("ASSAY_TORCH_SURVEY"):
    try:
        survey()
    except Exception as error:
        print(f"assay_torch: no survey of this process: {error}", file=sys.stderr)

# Another sitecustomize, which this one hides.
paths = [path for path in sys.path if os.path.realpath(path) != os.path.realpath(HERE)]
other = importlib.machinery.PathFinder.find_spec("sitecustomize", paths)
if other is not None and other.loader is not None:
    load("sitecustomize", other)
