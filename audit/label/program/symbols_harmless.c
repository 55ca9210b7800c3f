/* symbols_harmless.c - see symbols.h: libraries of Python that neither compile nor load code nor start programs, but by
 * members that are told by their own names. What they call, when, and what they give is not modelled. */
#include "symbols.h"

#include <string.h>

#include "words.h"

/* Modules, with all that lies in them. */
static const char *const modules[] = {
	/* of Python itself, by other names */
	"_thread", "_io", "_collections_abc", "_weakref", "_weakrefset", "_socket", "_ssl", "_struct", "_typeshed", "_csv", "_datetime", "_decimal", "_functools",
	"_heapq", "_json", "_locale", "_operator", "_random", "_signal", "_sre", "_stat", "_string", "_warnings", "_winreg", "thread", "dummy_threading", "exceptions",
	"htmlentitydefs", "sgmllib", "htmllib", "mimetools", "multifile", "statvfs", "dircache", "gdbm", "dumbdbm", "whichdb", "dbhash", "bsddb", "tkSimpleDialog",
	"tkColorChooser", "ttk", "ScrolledText", "tkFont", "Tkconstants", "SimpleXMLRPCServer", "future_builtins", "backports",
	/* frameworks of components, networks and the web */
	"zope.interface", "zope.component", "zope.event", "zope.i18n", "zope.i18nmessageid", "zope.schema", "zope.proxy", "zope.deprecation", "zope.hookable",
	"zope.location", "zope.lifecycleevent", "zope.pagetemplate", "zope.tal", "zope.datetime", "zope.cachedescriptors", "repoze.lru", "repoze.sendmail",
	"transaction", "persistent", "BTrees", "webob", "webtest", "beaker", "formencode", "colander", "deform", "peppercorn", "translationstring", 
	"twisted.protocols", "twisted.logger", "twisted.names", "twisted.words", "twisted.mail", "twisted.cred", "twisted.python.log",
	"twisted.python.failure", "twisted.trial.unittest", "txaio", "constantly", "incremental", "automat", "service_identity", "treq", "klein", "waitress",
	"webargs", "apispec", "flask_sqlalchemy", "flask_restful", "flask_wtf", "flask_caching", "flask_jwt_extended", "flask_mail",
	"flask_bcrypt", "flask_limiter", "flask_socketio", "flask_admin", "flask_babel", "flask_httpauth", "flask_session", "flask_compress", "wtforms", "graphene",
	"graphql", "ariadne", "aiohttp_jinja2", "aiohttp_session", "aiohttp_retry", "socketio", "engineio", "simple_websocket", "wsproto", "hpack",
	"hyperframe", "h11", "sniffio", "outcome", "async_timeout", "aiosignal", "frozenlist", "propcache", "async_generator", "exceptiongroup", "httplib2",
	"requests_mock", "requests_cache", "requests_futures", "cachecontrol", "tldextract", "furl", "hyperlink", "rfc3987", "validators", "user_agents", "ua_parser",
	"pyquery", "cssselect", "tinycss2", "cssutils", "html2text", "markdownify", "bleach", "zeep", "suds", "stomp", "nats", "amqp", "aio_pika", "aiokafka", "kazoo",
	"etcd3", "consul", "hvac", "thrift", "aiodns", "pycares", "ntplib", "netaddr", "IPy", "pyasn1_modules", "geoip2", "maxminddb", "pcapy", "ftputil", "ifaddr",
	"zeroconf",
	"twisted.internet", "twisted.application.internet", "twisted.application.service", "twisted.application.strports", "twisted.plugin.IPlugin",
	"twisted.python.components", "twisted.python.constants", "twisted.python.context", "twisted.python.deprecate", "twisted.python.filepath",
	"twisted.python.lockfile", "twisted.python.logfile", "twisted.python.monkey", "twisted.python.procutils", "twisted.python.randbytes", "twisted.python.runtime",
	"twisted.python.text", "twisted.python.threadable", "twisted.python.threadpool", "twisted.python.urlpath", "twisted.python.usage", "twisted.python.util",
	"twisted.python.versions", "twisted.web.client", "twisted.web.error", "twisted.web.guard", "twisted.web.http", "twisted.web.http_headers", "twisted.web.iweb",
	"twisted.web.proxy", "twisted.web.resource", "twisted.web.server", "twisted.web.static", "twisted.web.template", "twisted.web.util", "twisted.web.vhost",
	"twisted.web.wsgi", "twisted.web.xmlrpc", "autobahn.asyncio", "autobahn.twisted", "autobahn.wamp", "autobahn.websocket", "asyncore", "telnetlib",
	"sockshandler", "socksio", "python_multipart", "uritools", "w3lib", "parsel", "mimeparse", "aiohappyeyeballs", "aioresponses", "trio_websocket", "pyftpdlib",
	"jeepney", "dasbus", "pamqp", "puresasl", "vine", "grpclib", "graphql_relay", "serial_asyncio", "serial_asyncio_fast", "requests_unixsocket", "josepy", "fqdn",
	"unbound", "kerberos", "ldapurl", "ldif", "hiredis", "aiomcache",
	/* databases */
	"aiosqlite", "aiomysql", "pymssql", "pg8000", "oracledb", "ibm_db", "vertica_python", "pyhive", "clickhouse_driver", "influxdb", "influxdb_client", "neo4j",
	"tinydb", "sqlparse", "mongoengine", "motor", "gridfs", "elasticsearch_dsl", "opensearchpy", "pysolr", "rocksdb", "leveldb", "pymemcache",
	"aioredis", "fakeredis", "SPARQLWrapper",
	/* services */
	"boto", "s3transfer", "aiobotocore", "aioboto3", "msal", "msrest", "msrestazure", "adal", "googleapiclient", "google_auth_oauthlib", "google_auth_httplib2",
	"oauth2client", "gspread", "dropbox", "boxsdk", "twilio", "sendgrid", "slack", "telegram", "telebot", "discord", "tweepy", "praw", "github", "gitlab", "jira",
	"atlassian", "notion_client", "datadog", "raven", "rollbar", "bugsnag", "logstash", "graypy", "statsd", "opentracing", "jaeger_client", "digitalocean",
	"hcloud", "keyring", "pyVmomi", "pyVim", "ovirtsdk4", "proxmoxer", "XenAPI", "openstack", "shade", "os_client_config", "osc_lib", "keystoneauth1",
	"keystoneclient", "novaclient", "neutronclient", "glanceclient", "cinderclient", "heatclient", "swiftclient", "ironicclient", "troveclient", "saharaclient",
	"magnumclient", "manilaclient", "mistralclient", "muranoclient", "monascaclient", "octaviaclient", "designateclient", "barbicanclient", "senlinclient",
	"zaqarclient", "watcherclient", "ceilometerclient", "gnocchiclient", "aodhclient", "zunclient", "oslo_utils", "oslo_policy", "oslo_middleware",
	"osprofiler",
	/* keys and sums */
	"OpenSSL", "bcrypt", "argon2", "pysodium", "asn1crypto", "oscrypto", "jose", "jwcrypto", "authlib", "pyotp", "hashids", "mmh3", "cityhash", "blake3", "crcmod",
	"crc32c", "zlib_ng", "isal", "brotli", "brotlicffi", "lzo", "py7zr", "pyzipper",
	/* command lines and terminals */
	"configargparse", "argcomplete", "plac", "clint", "colored", "crayons", "enlighten", "halo", "yaspin", "columnar", "asciitree", "rich_click", "rich_argparse",
	"click_log", "click_default_group", "inquirer", "pick", "readchar", "pyreadline", "pyreadline3", "pynput", "asciimatics", "plotext", "asciichartpy",
	/* formats, texts and times */
	"pyaml", "oyaml", "strictyaml", "tomlkit", "tomli_w", "pytoml", "rtoml", "iniconfig", "environs", "decouple", "pyhocon", "ijson", "jsonpatch", "jsonpointer",
	"jsonref", "jsonmerge", "genson", "cerberus", "voluptuous", "schematics", "dacite", "xmlschema", "untangle", "dicttoxml", "dict2xml", "umsgpack", "ubjson",
	"bencode", "bencodepy", "bitstruct", "intelhex", "elftools", "pefile", "macholib", "re2", "pyparsing", "parsimonious", "lark", "antlr4", "inflection",
	"titlecase", "textdistance", "jellyfish", "fuzzywuzzy", "thefuzz", "editdistance", "pyphen", "langcodes", "iso3166", "iso639", "cchardet", "magic",
	"puremagic", "textile", "markdown2", "mistletoe", "phonenumbers", "geopy", "geojson", "haversine", "utm", "mgrs", "shapefile", "rtree", "pendulum",
	"dateparser", "parsedatetime", "holidays", "ciso8601", "iso8601", "aniso8601", "pycron", "xlwt", "xlutils", "pyxlsb", "odf", "fpdf", "xhtml2pdf", "pdfplumber",
	"pikepdf", "PyPDF4", "barcode", "exifread", "piexif", "imagesize", "imagehash", "rawpy", "imutils", "pretty_midi", "tinytag", "eyed3", "h5netcdf",
	"cftime", "pyhdf", "pygrib", "eccodes",
	"typedload", "dataclasses_json", "icalendar", "vobject", "snowballstemmer", "Stemmer", "polib", "pymdownx", "olefile", "iniparse", "parse_type", "textfsm",
	"text_unidecode", "smartypants", "pystache", "feedgenerator", "pandocfilters", "binaryornot", "jsondiff", "sexpdata", "commentjson", "base58", "mnemonic",
	"pyaes", "pyqrcode", "pyrfc3339", "rfc3339_validator", "rfc3986_validator", "isoduration", "pytimeparse", "geographiclib", "geomet", "pygeoif", "pykml",
	"pygml", "gpxpy", "cligj", "affine", "license_expression", "junit_xml", "lxml_html_clean", "rjsmin", "cssmin", "mrcfile", "igor2", "pysubs2", "mediafile",
	"pylast", "libdiscid", "tlsh", "natsort", "pylev", "hsluv", "msgpack_numpy", "agate", "xtermcolor", "spinners", "pyte", "cwcwidth", "urwidtrees", "rtmidi",
	"alsaaudio", "espeak", "hunspell", "GeoIP",
	/* tests and checks */
	"pytest_mock", "pytest_timeout", "nose.tools", "testscenarios", "subunit", "ddt", "sure", "responses", "httpretty", "vcr", "betamax",
	"flexmock", "mockito", "pyfakefs", "time_machine", "cpplint", "pycodestyle", "pyflakes", "pydocstyle", "mccabe", "asttokens", "astunparse", "astor", "libcst",
	"mock", "testtools", "trustme", "dirty_equals", "aiounittest", "testpath", "rstr", "restructuredtext_lint", "pure_eval",
	/* drawing and counting */
	"mpl_toolkits", "pygal", "palettable", "colorcet", "cmocean", "brewer2mpl", "webcolors", "colorspacious", "adjustText", "matplotlib_venn", "upsetplot",
	"squarify", "wordcloud", "missingno", "corner", "nglview", "py3Dmol", "periodictable", "spglib", "mosek", "gurobipy", "cplex", "highspy", "nlopt", "pyfftw",
	"intervaltree", "bidict", "frozendict", "immutables", "pyrsistent", "cytoolz", "funcy", "sortedcollections", "blist", "multipledispatch", "zict", "diskcache",
	"singledispatch", "monotonic", "pathlib2", "scandir", "contextlib2", "blinker", "pydispatch", "pubsub", "retrying", "ratelimit", "pybreaker", "attrdict",
	"addict", "box", "dotmap", "bunch", "glom", "deepdiff", "dictdiffer", "deepmerge", "mergedeep", "dpath", "flatten_dict", "pygit2", "whatthepatch",
	"diff_match_patch", "semantic_version", "parver", 
	"pyclipper", "aggdraw", "mplcursors", "fast_histogram", "meshio", "hdf5plugin", "pyBigWig", "py2bit", "pyfastx", "mappy", "mmtf", "munkres", "toposort",
	"ordered_set", "async_lru", "cachelib", "aioitertools", "cached_property", "lazy_object_proxy", "dotty_dict", "pydash", "typing_inspect", "typechecks",
	"deprecation", "debtcollector", "resolvelib", "inflate64", "zipstream", "patiencediff", "pooch", "pyregf", "pyewf", "dfdatetime", "fitsio", "drms", "pyavm",
	/* the machine, windows and the build */
	"distro", "usb", "usb1", "hid", "smbus2", "RPi", "gpiozero", "pigpio", "can", "pymodbus", "minimalmodbus", "bleak", "inotify", "pyinotify", "inotify_simple",
	"lockfile", "fasteners", "prctl", "systemd", "pydbus", "notify2", "xattr", "posix1e", "augeas", "apt_pkg", "pywintypes", "win32api",
	"win32clipboard", "win32con", "win32console", "win32event", "win32evtlog", "win32file", "win32gui", "win32job", "win32net", "win32pdh", "win32print",
	"win32process", "win32profile", "win32security", "win32service", "win32serviceutil", "win32timezone", "winerror", "servicemanager", "win_unicode_console",
	"atomicwrites", "distro_info", "selinux", "procfs", "btrfs", "cups", "cupshelpers", "parted", "nftables", "secretstorage", "sdnotify", "brlapi", "pygtkcompat",
	"compizconfig", "libusb1", "usb_devices", "sysv_ipc", "pyfuse3", "oslo_concurrency.lockutils", "argh", "click_plugins", "click_option_group", "cli_helpers",
	"xdg.BaseDirectory", "xdg.DesktopEntry", "xdg.IconTheme", "xdg.Locale",
	"cx_Freeze.dist", "py2exe",
	/* of genes, molecules, stars, maps and time series */
	"treetime", "vcf", "vcfpy", "cyvcf2", "HTSeq", "BCBio", "gffutils", "pyfaidx", "dnaio", "xopen", "edlib", "msprime", "screed", "hicstraw", "mygene", "pyliftover",
	"mendeleev", "rasterstats", "contextily", "folium", "branca", "pydeck", "geocoder", "pyogrio", "unyt", "lime", "hnswlib", "lightfm", "surprise", "fastcluster", "cvxopt",
	/* of speech, words and pictures */
	"kenlm", "pyctcdecode", "python_speech_features", "webrtcvad", "pyloudnorm", "pesq", "pystoi", "mir_eval", "symspellpy", "spellchecker", "textblob", "lingua", "pycld2",
	"gcld3", "uniseg", "grapheme", "panphon", "wordfreq", "textstat", "pygtrie", "bidi", "arabic_reshaper", "pypinyin", "zhconv", "janome", "jamo", "MeCab", "fugashi", "ipadic",
	"unidic", "unidic_lite", "hf_transfer", "fitz", "img2pdf", "colormath", "nrrd", "pi_heif", "simplejpeg",
	/* of formats, packed data and texts */
	"simdjson", "ormsgpack", "blosc", "cramjam", "pyppmd", "pybcj", "multivolumefile", "xlsx2csv", "dbfread", "pyreadstat", "xmldiff", "chevron", "premailer", "bintrees",
	"sortedmap", "treap", "ordereddict", "immutabledict", "pybase64", "cfn_flip", "uc_micro", "json2html",
	/* of networks */
	"flask_restx", "flask_marshmallow", "flask_sock", "marshmallow_sqlalchemy", "minio", "pysftp", "requests_ntlm", "requests_aws4auth", "aiohttp_socks", "python_socks",
	"geventwebsocket", "geventhttpclient", "prometheus_fastapi_instrumentator", "slowapi", "fastapi_pagination", "webdav3", "dnslib", "ipwhois", "icmplib", "ping3", "wakeonlan",
	"gdown", "wget", "rrdtool", "pgdb", "asyncclick",
	/* of command lines, and what measures */
	"cleo", "cloup", "click_spinner", "click_help_colors", "beaupy", "sty", "ansiwrap", "shtab", "mando", "stackprinter", "py3nvml", "pyRAPL", "flaky", "sphinx_rtd_theme",
	"alabaster", "furo", "_pytest._io", "_pytest.capture", "_pytest.config.argparsing", "_pytest.config.exceptions", "_pytest.config.findpaths", "_pytest.logging",
	"_pytest.mark", "_pytest.nodes", "_pytest.outcomes", "_pytest.recwarn", "_pytest.reports", "_pytest.terminal", "_pytest.tmpdir", "_pytest.warning_types",
};

static const char *const qt[] = {"PyQt4", "PyQt5", "PyQt6", "PySide", "PySide2", "PySide6", "qtpy"};
static const char *const qt_parts[] = {"QtCore", "QtGui", "QtWidgets", "QtNetwork", "QtSvg", "QtPrintSupport", "QtTest", "QtXml", "QtSql", "QtDBus", "QtMultimedia"};

static int
within(const char *module, const char *whole, size_t n)
{
	return strncmp(module, whole, n) == 0 && (!module[n] || module[n] == '.');
}

int
is_harmless_module(const char *module)
{
	size_t n = strcspn(module, ".");

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		if (within(module, modules[i], strlen(modules[i])))
			return 1;
	for (size_t i = 0; i < sizeof qt / sizeof *qt; i++)
		for (size_t k = 0; module[n] && within(module, qt[i], strlen(qt[i])) && k < sizeof qt_parts / sizeof *qt_parts; k++)
			if (within(module + n + 1, qt_parts[k], strlen(qt_parts[k])))
				return 1;
	return 0;
}

int
is_loud_member(const char *last)
{
	static const char *const list[] = {
		"QProcess", "QLibrary", "QPluginLoader", "QDesktopServices", "QOpenGLShaderProgram", "QOpenGLShader", "QGLShaderProgram", "QGLShader", "QJSEngine", "QScriptEngine",
		"spawnProcess", "spawnProcessOnly", "getProcessOutput", "getProcessValue", "getProcessOutputAndValue", "namedAny", "namedModule", "namedObject", "requireModule", "getPlugins", "ServiceMaker", "loadApplication", "load_config_file", "ProcessEndpoint",
		"ShellExecute", "ShellExecuteEx", "WinExec", "CreateProcess", "CreateProcessAsUser",
		"importutils", "import_class", "import_object_ns", "import_versioned_module", "import_any", "try_import", "ExecTestCase", "IsolatedTestCase", "pytester", "Pytester", "Testdir",
		"tree_inference", "assure_tree",
	};

	return AS_AMONG(last, list);
}
