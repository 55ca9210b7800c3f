/* cone_path.c - see cone_impl.h: does a tree say which program a name means, or what is loaded or run in one, by
 * variables of the environment, or by what it puts in the place of what starts programs? */
#include "cone_command.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

static const char *const programs[] = {"PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "BASH_ENV", "ENV", "SHELL", "PAGER",
	"TAR_OPTIONS", "RSYNC_RSH", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_CONFIG_GLOBAL", "HGRCPATH",
	"BROWSER", "SYSTEMD_PAGER", "MANPAGER", "GIT_EDITOR", "LESSOPEN", "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES", "RSYNC_CONNECT_PROG", "GVBINDIR", "HDF5_PLUGIN_PATH"};

int
cone_says_program(const char *s)
{
	char name[40];
	size_t n = strcspn(s, "=");

	return n < sizeof name && AS_AMONG((const char *)memcpy(memset(name, 0, sizeof name), s, n), programs);
}

static const char *const service_folders[] = {"/.github/", "/.gitlab/", "/.circleci/", "/.buildkite/", "/.azure-pipelines/"};
static const char *const service_files[] = {".travis.yml", ".gitlab-ci.yml", ".cirrus.yml", ".appveyor.yml", "appveyor.yml", "azure-pipelines.yml"};

/* Does a file of data tell a service that keeps the code what to do: .github/workflows/test.yml, .travis.yml? */
static int
is_of_service(const fact_tree *t, uint32_t file)
{
	const char *path = fact_str(t, file), *base = as_base_name(path);
	int in = AS_AMONG(base, service_files);

	for (size_t i = 0; i < sizeof service_folders / sizeof *service_folders; i++)
		in |= strstr(path, service_folders[i]) != NULL;
	return in && t->node[file].flags & FACT_DATA;
}

/* Has a text of code a part of such a path, or the end of that of any file of that kind: "*.yml"? */
static int
finds_service(const char *s)
{
	char folder[40];

	for (size_t i = 0; i < sizeof service_folders / sizeof *service_folders; i++) {
		snprintf(folder, sizeof folder, "%.*s", (int)strlen(service_folders[i]) - 2, service_folders[i] + 1);
		if (strstr(s, folder))
			return 1;
	}
	for (size_t i = 0; i < sizeof service_files / sizeof *service_files; i++)
		if (strstr(s, service_files[i]))
			return 1;
	return *s && AS_AMONG(s + strspn(s, "./*"), ((const char *const[]){"yml", "yaml", "y*ml", "y?ml"}));
}

/* May a program of the tree read what a service is told? */
static int
reads_service(const fact_tree *t)
{
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f + 1; !(t->node[f].flags & FACT_DATA) && i < t->node[f].end; i++)
			if (t->node[i].kind == FACT_STR && finds_service(fact_str(t, i)))
				return 1;
	return 0;
}

/* Has the tree such a text; value: with its value, which may be given to putenv()? */
static int
has_text(const fact_tree *t, int value)
{
	for (uint32_t f = 0, all = reads_service(t); f < t->n; f = t->node[f].end)
		for (uint32_t i = f; (all || !is_of_service(t, f)) && i < t->node[f].end; i++)
			if ((t->node[i].kind == FACT_STR || t->node[i].kind == FACT_ARG) && !strchr(fact_str(t, i), '=') == !value && cone_says_program(fact_str(t, i))) /* dict(PATH=x), too */
				return 1;
	return 0;
}

/* May the text of an expression be such a name? "LD_" + x: by its pieces; of others the tree must have one. */
static int
may_be_name(const fact_tree *t, uint32_t e)
{
	int fits = 0;

	if (e && t->node[e].kind == FACT_STR)
		return cone_says_program(fact_str(t, e));
	for (size_t i = 0; e && i < sizeof programs / sizeof *programs && !fits; i++)
		fits = cone_fits(t, e, programs[i]);
	return !e || cone_fits(t, e, "\1") ? has_text(t, 0) : fits;
}

static int
is_environ(const fact_tree *t, uint32_t i)
{
	return (t->node[i].kind == FACT_ATTR || t->node[i].kind == FACT_NAME) && AS_AMONG(fact_str(t, i), ((const char *const[]){"environ", "environb"}));
}

/* os.environ itself: not what an object of the tree calls so. */
static int
is_real(const fact_tree *t, uint32_t i)
{
	return t->node[i].kind == FACT_ATTR && is_environ(t, i) && t->node[i + 1].kind == FACT_NAME && strcmp(fact_str(t, i + 1), "os") == 0;
}

/* Does the value only keep what the environment is then: os.environ.copy(), dict(os.environ)? */
static int
keeps(const fact_tree *t, uint32_t value)
{
	uint32_t f = value + 1, of;

	if (t->node[value].kind != FACT_CALL)
		return 0;
	if (t->node[f].kind == FACT_ATTR)
		return strcmp(fact_str(t, f), "copy") == 0 && is_real(t, f + 1) && t->node[f].end == t->node[value].end;
	of = fact_arg(t, value, 0);
	return t->node[f].kind == FACT_NAME && strcmp(fact_str(t, f), "dict") == 0 && !command_defined(t, f) && of && is_real(t, of) && t->node[of].end == t->node[value].end;
}

/* Is a NAME that which the environment was, and which nobody has changed: os.environ.update(before)? Wherever the tree has that name, it is only set so, tested and put back. */
static int
puts_back(const fact_tree *t, uint32_t e)
{
	uint32_t kept = 0;

	if (t->node[e].kind != FACT_NAME)
		return 0;
	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t up, call;
		if (t->node[i].str != t->node[e].str || t->node[i].kind == FACT_FILE)
			continue;
		up = command_around(t, i);
		call = command_around(t, up);
		if (t->node[i].kind != FACT_NAME)
			return 0;
		if (t->node[up].kind == FACT_IF || (t->node[up].kind == FACT_BIN && strncmp(fact_str(t, up), "is", 2) == 0))
			continue;
		if (t->node[up].kind == FACT_ARG && !t->node[up].flags && t->node[call].kind == FACT_CALL && strcmp(fact_str(t, call + 1), "update") == 0 && is_real(t, call + 2))
			continue;
		if (t->node[up].kind != FACT_ASSIGN || i != up + 1 || *fact_str(t, up) || !keeps(t, t->node[i].end))
			return 0;
		kept = 1;
	}
	return kept != 0;
}

/* May a dict have such a key? */
static int
has_key(const fact_tree *t, uint32_t dict)
{
	if (t->node[dict].kind != FACT_DICT)
		return has_text(t, 0) && !puts_back(t, dict);
	FACT_EACH_KID(t, dict, k)
		if (t->node[k].kind != FACT_PAIR ? has_text(t, 0) : may_be_name(t, k + 1))
			return 1;
	return 0;
}

/* May a CALL of a method of os.environ set one? */
static int
method_sets(const fact_tree *t, uint32_t call, const char *method)
{
	static const char *const by_key[] = {"setdefault", "pop", "__setitem__", "__delitem__"};

	if (AS_AMONG(method, by_key))
		return may_be_name(t, fact_arg(t, call, 0));
	if (strcmp(method, "update") != 0)
		return 0;
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && (*fact_str(t, a) ? cone_says_program(fact_str(t, a)) : has_key(t, a + 1)))
			return 1;
	return 0;
}

/* Does an ASSIGN set a variable of os.environ, or give it another name under which others may? */
static int
assign_sets(const fact_tree *t, uint32_t i, int python)
{
	uint32_t to = i + 1, value = t->node[to].end;

	if (value < t->node[i].end && is_environ(t, value))
		return has_text(t, 0);
	if (is_environ(t, to) && *fact_str(t, i)) /* |= */
		return value >= t->node[i].end || has_key(t, value);
	if (python && is_real(t, to)) /* where programs are looked for */
		return has_text(t, 0);
	return t->node[to].kind == FACT_INDEX && is_environ(t, to + 1) && may_be_name(t, t->node[to + 1].end);
}

/* Does code of Python set such a variable of something that it does not call os.environ? */
static int
sets_other(const fact_tree *t)
{
	for (uint32_t i = 0; i + 2 < t->n; i++) {
		uint32_t base = i + 2;
		if (t->node[i].kind == FACT_ASSIGN && t->node[i + 1].kind == FACT_INDEX && !is_environ(t, base) && t->node[t->node[base].end].kind == FACT_STR && cone_says_program(fact_str(t, t->node[base].end)))
			return 1;
		if (t->node[i].kind == FACT_CALL && t->node[i + 1].kind == FACT_ATTR && !is_environ(t, base) && AS_AMONG(fact_str(t, i + 1), ((const char *const[]){"update", "setdefault", "__setitem__"})))
			for (uint32_t k = base; k < t->node[i].end; k++)
				if ((t->node[k].kind == FACT_STR || t->node[k].kind == FACT_ARG) && cone_says_program(fact_str(t, k)))
					return 1;
	}
	return 0;
}

/* Is os.environ handed to what may change it under another name: f(os.environ), return os.environ? */
static int
is_handed(const fact_tree *t, uint32_t i)
{
	static const char *const readers[] = {"dict", "copy", "deepcopy", "print", "pprint", "len", "str", "repr", "sorted", "list", "set", "tuple", "isinstance", "substitute", "safe_substitute", "format_map", "dumps",
		"dump", "expandvars", "MappingProxyType", "enumerate", "any", "all", "id", "type"};
	uint32_t up = command_around(t, i), over = command_around(t, up);

	switch (t->node[up].kind) {
	case FACT_ARG:
		if (t->node[over].kind == FACT_CALL && t->node[over + 1].kind == FACT_ATTR && AS_AMONG(fact_str(t, over + 2), ((const char *const[]){"subprocess", "os", "asyncio"})))
			return 0;
		return !(t->node[up].flags & FACT_STARSTAR) && !(t->node[over].kind == FACT_CALL && AS_AMONG(fact_str(t, over + 1), readers));
	case FACT_RETURN: case FACT_DEFAULT: case FACT_LIST: case FACT_TUPLE: return 1;
	default: return 0;
	}
}

/* Is a member of what starts programs, or it, assigned to? */
static int
assign_puts(const fact_tree *t, uint32_t i)
{
	const char *name[4];
	char full[200];
	uint32_t e = i + 1;
	size_t n = 0, len = 0;

	for (; t->node[e].kind == FACT_ATTR && n < 3; e++)
		name[n++] = fact_str(t, e);
	if (n == 0 || t->node[e].kind != FACT_NAME)
		return 0;
	name[n++] = fact_str(t, e);
	while (n > 0 && len < sizeof full) {
		len += (size_t)snprintf(full + len, sizeof full - len, "%s%s", len ? "." : "", name[--n]);
		if (len < sizeof full && ((strchr(full, '.') && is_process(full)) || strcmp(full, "shlex.split") == 0))
			return 1;
	}
	return 0;
}

/* Is a value one that says no more than that programs are those of the system: SHELL=/bin/sh, PATH=/usr/bin:/bin? */
static int
is_of_system(const fact_tree *t, const char *name, uint32_t value)
{
	static const char *const folders[] = {"/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"}, *const shells[] = {"/bin/sh", "/bin/bash", "/usr/bin/sh", "/usr/bin/bash"};
	char folder[20];
	size_t n;

	if (!value || t->node[value].kind != FACT_STR)
		return 0;
	if (strcmp(name, "SHELL") == 0)
		return AS_AMONG(fact_str(t, value), shells);
	for (const char *s = fact_str(t, value); strcmp(name, "PATH") == 0; s += n + 1) {
		if ((n = strcspn(s, ":")) >= sizeof folder)
			return 0;
		memcpy(memset(folder, 0, sizeof folder), s, n);
		if (!AS_AMONG(folder, folders))
			return 0;
		if (!s[n])
			return 1;
	}
	return 0;
}

/* Is it os.chroot(), by which every name means another file, called or held? */
static int
is_chroot(const fact_tree *t, uint32_t i)
{
	if (t->node[i].kind != FACT_ATTR && t->node[i].kind != FACT_ALIAS)
		return 0;
	if (t->node[i].kind == FACT_ALIAS && i + 1 < t->node[i].end && t->node[i + 1].kind == FACT_NAME) /* import .. as */
		i++;
	return strcmp(fact_str(t, i), "chroot") == 0 && (t->node[i].kind != FACT_ATTR || t->node[i - 1].kind == FACT_CALL || strcmp(fact_str(t, i + 1), "os") == 0);
}

static int
sets_path(const fact_tree *t, uint32_t i, int python)
{
	static const char *const puts[] = {"putenv", "setenv", "_putenv", "_putenv_s", "g_setenv", "qputenv", "wxSetEnv"};
	uint32_t to = i + 1, key;

	if (t->node[i].kind == FACT_CALL && to < t->node[i].end && AS_AMONG(as_last_part(fact_str(t, to)), puts)) {
		key = fact_arg(t, i, 0);
		if (key && t->node[key].kind != FACT_STR && strstr(fact_str(t, to), "putenv"))
			return has_text(t, strcmp(as_last_part(fact_str(t, to)), "qputenv") != 0);
		return key && t->node[key].kind == FACT_STR && cone_says_program(fact_str(t, key)) && !is_of_system(t, fact_str(t, key), fact_arg(t, i, 1));
	}
	if (python && is_chroot(t, i))
		return 1;
	if (python && is_real(t, i) && is_handed(t, i) && sets_other(t))
		return 1;
	if (python && t->node[i].kind == FACT_ALIAS && is_environ(t, to) && to < t->node[i].end && t->node[to].str != t->node[i].str) /* from os import environ as e */
		return has_text(t, 0);
	if (t->node[i].kind == FACT_CALL && t->node[to].kind == FACT_ATTR && to + 1 < t->node[i].end && is_environ(t, to + 1))
		return method_sets(t, i, fact_str(t, to));
	if (t->node[i].kind != FACT_ASSIGN)
		return 0;
	if (!python && t->node[to].kind == FACT_NAME && !*fact_str(t, i) && (strcmp(fact_str(t, to), "environ") == 0 || strcmp(fact_str(t, to), "__environ") == 0))
		return 1;
	return (python && assign_puts(t, i)) || assign_sets(t, i, python); /* sh.run = f; a pointer of C may be called sh, too */
}

int
cone_own_path(const cone *c)
{
	return c->own_path;
}

void
cone_find_path(cone *c)
{
	for (uint32_t f = 0; f < c->p->nfile && !c->own_path; f++)
		for (uint32_t i = c->p->file[f]; !cone_aside(fact_str(c->t, c->p->file[f])) && i < c->t->node[c->p->file[f]].end && !c->own_path; i++)
			c->own_path = sets_path(c->t, i, is_python(c->t, c->p->file[f]));
}
