/* symbols_modules.c - see symbols.h: modules of Python that are no secret, by the first part of their names. */
#include "symbols.h"

#include <string.h>

#include "words.h"

/* The first parts of module names that hide no compile call but those of the table. */
static const char *const modules[] = {
	"torch", "torchvision", "torchaudio", "torchtext", "transformers", "tokenizers", "datasets", "accelerate",
	"huggingface_hub", "safetensors", "diffusers", "peft", "sentencepiece", "sentence_transformers", "einops",
	"numpy", "scipy", "pandas", "sklearn", "matplotlib", "seaborn", "PIL", "cv2", "jax", "flax", "haiku", "optax",
	"keras", "tensorflow", "tf_keras", "onnx", "onnxruntime", "tensorrt", "torch_tensorrt", "tvm", "triton", "numba",
	"cupy", "pycuda", "pyopencl", "yaml", "toml", "tomli", "tomllib", "click", "typer", "fire", "tqdm", "rich",
	"requests", "httpx", "aiohttp", "fastapi", "flask", "uvicorn", "starlette", "pydantic", "attr", "attrs", "absl",
	"omegaconf", "hydra", "psutil", "pynvml", "GPUtil", "pytest", "loguru", "structlog", "prometheus_client",
	"tabulate", "polars", "pyarrow", "h5py", "joblib", "networkx", "sympy", "six", "simplejson", "orjson", "ujson",
	"dotenv", "colorama", "termcolor", "jinja2", "packaging", "setuptools", "pkg_resources", "openai", "tiktoken",
	"evaluate", "wandb", "mlflow", "torchmetrics", "lightning", "pytorch_lightning", "timm", "torch_xla", "thunder",
	"mlx", "openvino", "deepspeed", "bitsandbytes", "optimum", "filelock", "fsspec", "regex", "zmq", "grpc", "redis",
	"mpi4py", "typing_extensions", "cycler", "dateutil", "pytz", "certifi", "google", "statsmodels", "nvtx", "ml_dtypes", "opt_einsum",
	"aiofiles", "aiohttp_cors", "airflow", "albumentations", "alembic", "altair", "anthropic", "anyio", "apex", "arrow", "asgiref", "astropy", "asyncpg",
	"audioread", "av", "azure", "babel", "backoff", "beautifulsoup4", "bokeh", "boto3", "botocore", "braceexpand", "bs4", "bson", "cachetools",
	"cassandra", "celery", "cffi", "chainlit", "chardet", "charset_normalizer", "cloudpickle", "cohere", "coloredlogs", "colorlog", "comet_ml",
	"confluent_kafka", "contourpy", "cookiecutter", "croniter", "Crypto", "cryptography", "Cython", "dash", "dask", "dask_cuda", "dask_ml", "databricks",
	"datasketch", "decorator", "decord", "defusedxml", "deprecated", "dill", "distributed", "distutils", "django", "dns", "docker", "docopt",
	"docstring_parser", "docutils", "easydict", "ecdsa", "elasticsearch", "email_validator", "emoji", "execnet", "faiss", "faker", "fastavro", "fasttext",
	"feedparser", "filetype", "flatbuffers", "fontTools", "freezegun", "ftfy", "future", "fvcore", "gast", "geopandas", "gevent", "git", "gitdb",
	"gradio", "gradio_client", "graphviz", "greenlet", "groq", "gunicorn", "gym", "gymnasium", "h2", "hjson", "horovod", "html5lib", "httpcore", "httptools",
	"humanfriendly", "humanize", "hyperopt", "hypothesis", "idna", "igraph", "imageio", "imageio_ffmpeg", "importlib_metadata", "importlib_resources",
	"inflect", "iopath", "ipykernel", "IPython", "ipywidgets", "isodate", "itsdangerous", "jaxtyping", "jieba", "jiwer", "jmespath", "joypy", "json5",
	"jsonargparse", "jsonlines", "jsonpath_ng", "jsonschema", "jwt", "kafka", "kfp", "kiwisolver", "kombu", "kornia", "kubernetes", "langchain",
	"langchain_core", "langdetect", "langid", "Levenshtein", "librosa", "lightgbm", "lmdb", "loralib", "lpips", "lxml", "lz4", "mako", "markdown",
	"markupsafe", "marshmallow", "mecab", "mistral_common", "mistralai", "mlagents", "mmcv", "mmengine", "modelscope", "moto", "moviepy", "mpmath", "msgpack",
	"msgspec", "multidict", "munch", "mypy_extensions", "mysql", "nacl", "nbformat", "neptune", "nest_asyncio", "netCDF4", "nltk", "notebook",
	"num2words", "oauthlib", "objgraph", "odfpy", "ollama", "opencensus", "openpyxl", "opentelemetry", "optuna", "oss2", "outlines_core", "parameterized",
	"paramiko", "parso", "partial_json_parser", "passlib", "pathspec", "patsy", "peewee", "pexpect", "pika", "pillow_heif", "pint", "platformdirs",
	"playhouse", "plotly", "pluggy", "plyfile", "portalocker", "portpicker", "pptx", "prettytable", "prompt_toolkit", "proto", "protobuf", "psycopg2",
	"ptflops", "ptyprocess", "pyannote", "pyasn1", "pycocotools", "pycountry", "pycparser", "pydantic_core", "pydantic_settings", "pydub", "pyfiglet",
	"pyglet", "pygments", "pylab", "pymongo", "pymysql", "pyperclip", "pyperf", "pyproj", "pyro", "pytest_asyncio", "pytest_benchmark",
	"pythonjsonlogger", "pyworld", "pywt", "qdrant_client", "questionary", "rapidfuzz", "rasterio", "ray", "rdkit", "readline", "regex_spm", "reportlab",
	"requests_oauthlib", "requests_toolbelt", "resampy", "resemblyzer", "retry", "rfc3986", "rouge", "rouge_score", "rsa", "ruamel", "s3fs", "sacrebleu",
	"sacremoses", "schedule", "schema", "scikit_posthocs", "scikits", "selenium", "semver", "sentry_sdk", "seqeval", "setproctitle", "shap", "shapely",
	"shortuuid", "simple_parsing", "skimage", "sklearn_crfsuite", "skopt", "slack_sdk", "slugify", "smart_open", "snappy", "snowflake", "socks",
	"sortedcontainers", "soundfile", "soxr", "spacy", "speechbrain", "sqlalchemy", "sqlmodel", "sse_starlette", "stable_baselines3", "starlette_context",
	"stripe", "supervision", "swagger_ui_bundle", "tables", "tabulate2", "tblib", "tenacity", "tensorboard", "tensorboard_logger", "tensorboardX",
	"tensorflow_datasets", "tensorflow_hub", "terminaltables", "textual", "tf2onnx", "thop", "threadpoolctl", "tifffile", "tiktoken_ext", "together",
	"tokenize_rt", "toolz", "torch_geometric", "torch_scatter", "torch_sparse", "torchdata", "torcheval", "torchinfo", "torchsummary", "torchviz",
	"tornado", "traitlets", "treelib", "trimesh", "trio", "truststore", "tyro", "tzdata", "tzlocal", "umap", "unidecode", "universal_pathlib",
	"uritemplate", "urllib3", "utils3d", "uvloop", "vertexai", "virtualenv", "visdom", "watchdog", "watchfiles", "wcwidth", "webdataset", "webencodings",
	"websocket", "websockets", "werkzeug", "wheel", "whisper", "wrapt", "xarray", "xgboost", "xlrd", "xlsxwriter", "xmltodict", "xxhash", "yacs", "yarl",
	"youtube_dl", "yt_dlp", "zarr", "zstandard", "zstd",
	"ctranslate2", "fairseq", "opennmt", "pyspark", "cudf", "cuml", "cugraph", "dask_cudf", "rmm", "kvikio", "tritonclient",
	"onnxconverter_common", "onnxslim", "onnxsim", "onnxoptimizer", "amdsmi", "pdoc", "lit_nlp", "inspect_ai", "nvflare", "asv", "flash_attn",
	"safehttpx", "skorch", "opencc", "openai_harmony", "pynvjitlink", "nvidia",
	/* of desktops, devices, databases, protocols, formats of text, what is measured and counted */
	"cairo", "gi", "gobject", "gtk", "Xlib", "dbus", "pyatspi", "pygame", "serial", "smbus", "spidev", "pyudev", "evdev", "pyvisa", "bluetooth",
	"psycopg", "MySQLdb", "pyodbc", "cx_Oracle", "plyvel", "pylibmc", "memcache", "ldap", "ldap3", "paho", "pycurl", "dpkt",
	"netifaces", "flask_cors", "flask_login", "configobj",
	"urwid", "blessed", "blessings", "progressbar", "alive_progress", "texttable", "logbook", "logzero", "daiquiri",
	"rapidjson", "cbor2", "bitstring", "bitarray", "more_itertools", "annotated_types", "cpuinfo", "docx",
	"PyPDF2", "pypdf", "pdfminer", "mistune", "commonmark", "unidiff", "whoosh", "pydot", "pygraphviz", "svgwrite", "cairosvg", "qrcode", "pyzbar",
	"mutagen", "pyaudio", "sounddevice", "pyttsx3", "enchant", "marisa", "marisa_trie", "Bio", "pysam", "skbio", "biom", "nibabel",
	"pydicom", "SimpleITK", "osgeo", "fiona", "cartopy", "healpy", "emcee", "uncertainties", "gmpy2", "catboost", "annoy", "hmmlearn", "imblearn",
	"hamcrest", "oslo_config", "oslo_log", "oslo_serialization", "oslo_context", "oslo_i18n", "libvirt",
};

static const char *const standard[] = {
	"abc", "argparse", "array", "ast", "asyncio", "atexit", "base64", "bisect", "builtins", "bz2", "calendar", "cmath",
	"codecs", "collections", "concurrent", "configparser", "contextlib", "contextvars", "copy", "copyreg", "csv",
	"ctypes", "dataclasses", "datetime", "decimal", "difflib", "dis", "email", "enum", "errno", "faulthandler",
	"fcntl", "fnmatch", "fractions", "functools", "gc", "getopt", "getpass", "gettext", "glob", "gzip", "hashlib",
	"heapq", "hmac", "html", "http", "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword",
	"linecache", "locale", "logging", "lzma", "math", "mimetypes", "mmap", "multiprocessing", "numbers", "operator",
	"optparse", "os", "pathlib", "pickle", "pkgutil", "platform", "pprint", "queue", "random", "re", "reprlib",
	"resource", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site",
	"socket", "socketserver", "sqlite3", "ssl", "stat", "statistics", "string", "struct", "subprocess", "sys",
	"sysconfig", "tarfile", "tempfile", "textwrap", "threading", "time", "timeit", "token", "tokenize", "trace",
	"traceback", "tracemalloc", "types", "typing", "unicodedata", "unittest", "urllib", "uuid",
	"warnings", "weakref", "xml", "zipfile", "zlib", "zoneinfo", "__future__", "cProfile", "pstats", "py_compile",
	"aifc", "asynchat", "asyncore", "audioop", "bdb", "binascii", "binhex", "cgi", "cgitb", "chunk", "cmd", "code", "codeop",
	"colorsys", "compileall", "crypt", "curses", "dbm", "distutils", "doctest", "encodings", "ensurepip", "filecmp", "fileinput",
	"formatter", "ftplib", "genericpath", "graphlib", "grp", "imaplib", "imghdr", "imp", "lib2to3", "macpath", "mailbox", "mailcap",
	"marshal", "modulefinder", "msilib", "msvcrt", "netrc", "nis", "nntplib", "nt", "ntpath", "nturl2path", "opcode", "ossaudiodev",
	"parser", "pdb", "pickletools", "pipes", "plistlib", "poplib", "posix", "posixpath", "profile", "pty", "pwd", "pyclbr", "pydoc",
	"pydoc_data", "pyexpat", "quopri", "readline", "rlcompleter", "smtpd", "smtplib", "sndhdr", "spwd", "sre_compile",
	"sre_constants", "sre_parse", "stringprep", "sunau", "symbol", "symtable", "syslog", "tabnanny", "telnetlib", "termios",
	"tkinter", "tomllib", "tty", "turtle", "turtledemo", "uu", "venv", "wave", "webbrowser", "winreg", "winsound", "wsgiref",
	"xdrlib", "xmlrpc", "zipapp", "zipimport",
	/* of Python 2 */
	"BaseHTTPServer", "ConfigParser", "Cookie", "HTMLParser", "Queue", "SimpleHTTPServer", "SocketServer", "StringIO", "Tkinter",
	"UserDict", "UserList", "UserString", "anydbm", "cPickle", "cStringIO", "cookielib", "copy_reg", "httplib", "md5", "robotparser",
	"rfc822", "sets", "sha", "tkFileDialog", "tkMessageBox", "urllib2", "urlparse", "xmlrpclib",
};

static int
among(const char *const *list, size_t count, const char *name, size_t n)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(list[i]) == n && memcmp(name, list[i], n) == 0)
			return 1;
	return 0;
}

int
is_quiet_module(const char *name)
{
	return among(modules, sizeof modules / sizeof *modules, name, strcspn(name, ".("));
}

int
is_standard(const char *module)
{
	return among(standard, sizeof standard / sizeof *standard, module, strcspn(module, ".("));
}

int
is_compiling_name(const char *name)
{
	static const char *const off[] = {"disable", "is_", "no_", "no", "un", "non"};
	const char *last = as_last_part(name);
	size_t n = strcspn(last, "(");

	for (size_t i = 0; i < sizeof off / sizeof *off; i++)
		if (strncmp(last, off[i], strlen(off[i])) == 0)
			return 0;
	return name[strcspn(name, ".")] && !is_standard(name) && !is_keras(name) &&
	    (strncmp(last, "jit", 3) == 0 || (n >= 3 && strncmp(last + n - 3, "jit", 3) == 0) || (n == 7 && strncmp(last, "compile", 7) == 0));
}
