/* cone_object.c - see cone_impl.h: objects of Qt's QProcess, by what they are told. The class starts nothing where it is
 * named; a method that is called by the name of an object does. So a mention is let off where the variable, the
 * parameter or the member that it declares or makes is only called by methods that are known, with harmless programs,
 * and where nobody else gets it, but those who have to name the class for it themselves. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "line.h"
#include "words.h"

/* c, u: who asks, for which unit; fn: the function that the name is a variable of; 0: it is a member, or of the file. */
typedef struct { cone *c; const lines *l; uint32_t u, fn, name; } object;

static int mentioned(object *o, uint32_t node);

static int
is_class(const fact_tree *t, uint32_t node)
{
	return strcmp(t->node[node].kind == FACT_INCLUDE ? as_base_name(fact_str(t, node)) : as_last_part(fact_str(t, node)), "QProcess") == 0;
}

static int
is_among(const fact_tree *t, uint32_t node, const char *const *list, size_t n)
{
	return (t->node[node].kind == FACT_NAME || t->node[node].kind == FACT_ATTR) && as_among(as_last_part(fact_str(t, node)), list, n);
}

#define IS_AMONG(t, node, list) is_among((t), (node), (list), sizeof (list) / sizeof *(list))

/* Does a method say which program runs? */
static int
is_start(const char *s)
{
	static const char *const list[] = {"start", "startDetached", "execute", "startCommand", "setProgram"};

	return AS_AMONG(s, list);
}

static int
starts_harmless(const object *o, uint32_t call, const char *method)
{
	char name[40];

	snprintf(name, sizeof name, "QProcess.%s", method);
	return cone_line(o->c, o->u, call, name);
}

/* A text that stands there: "LC_ALL", QStringLiteral("LC_ALL"); 0 if it is not one */
static uint32_t
text_of(const fact_tree *t, uint32_t e)
{
	static const char *const same[] = {"QStringLiteral", "QString", "QLatin1String", "QByteArray"};

	while (e && t->node[e].kind == FACT_CALL && IS_AMONG(t, e + 1, same))
		e = fact_arg(t, e, 0);
	return e && t->node[e].kind == FACT_STR ? e : 0;
}

/* env << "LANG=C" */
static int
puts_harmless(const object *o, uint32_t bin)
{
	const fact_tree *t = o->c->t;
	uint32_t text = text_of(t, t->node[bin + 1].end), up = lines_around(o->l, bin);

	if (strcmp(fact_str(t, bin), "<<") != 0 || !text || cone_says_program(fact_str(t, text)))
		return 0;
	return t->node[up].kind == FACT_BIN && bin == up + 1 ? puts_harmless(o, up) : t->node[up].kind == FACT_BLOCK;
}

/* Is what is done with the name x of an environment harmless? */
static int
env_use(const object *o, uint32_t x)
{
	static const char *const none[] = {"remove", "contains", "value", "isEmpty", "keys"}, *const sets[] = {"setProcessEnvironment", "setEnvironment"};
	const fact_tree *t = o->c->t;
	uint32_t up = lines_around(o->l, x), q = lines_around(o->l, up), def, text;

	switch (t->node[up].kind) {
	case FACT_DECL:
		def = fact_find(t, up, FACT_DEFAULT);
		return x == up + 1 && (!def || (t->node[def + 1].kind == FACT_CALL && t->node[def + 2].kind == FACT_ATTR && strcmp(fact_str(t, def + 2), "systemEnvironment") == 0));
	case FACT_ATTR:
		if (x != up + 1 || t->node[q].kind != FACT_CALL || up != q + 1)
			return 0;
		text = text_of(t, fact_arg(t, q, 0));
		return IS_AMONG(t, up, none) || (strcmp(fact_str(t, up), "insert") == 0 && fact_arg(t, q, 1) && text && !cone_says_program(fact_str(t, text)));
	case FACT_ARG: return t->node[q].kind == FACT_CALL && IS_AMONG(t, q + 1, sets);
	case FACT_BIN: return x == up + 1 && puts_harmless(o, up);
	default: return 0;
	}
}

/* Is an environment that of the program itself, but for variables that say nothing of programs? */
static int
is_own_environment(const object *o, uint32_t e)
{
	const fact_tree *t = o->c->t;
	uint32_t fn = e ? lines_function(o->l, e) : 0;

	if (!fn || t->node[e].kind != FACT_NAME || t->node[line_declared(o->l, fn, t->node[e].str)].kind != FACT_DECL || line_by_macro(o->l, fn, t->node[e].str))
		return 0;
	for (uint32_t i = lines_named(o->l, t->node[e].str, fn); i && i < t->node[fn].end; i = lines_named(o->l, t->node[e].str, i))
		if (t->node[i].kind == FACT_NAME && !env_use(o, i))
			return 0;
	return 1;
}

/* Is a method harmless that is called of the object? */
static int
method(const object *o, uint32_t call)
{
	static const char *const none[] = {"setProcessChannelMode", "processChannelMode", "setReadChannelMode", "setReadChannel", "readChannel", "setInputChannelMode", "inputChannelMode", "closeReadChannel",
		"closeWriteChannel", "waitForStarted", "waitForFinished", "waitForReadyRead", "waitForBytesWritten", "readAll", "readAllStandardOutput", "readAllStandardError", "read", "readLine",
		"canReadLine", "bytesAvailable", "bytesToWrite", "atEnd", "write", "putChar", "getChar", "peek", "close", "kill", "terminate", "state", "exitCode", "exitStatus", "error", "errorString",
		"pid", "processId", "deleteLater", "setWorkingDirectory", "workingDirectory", "setStandardInputFile", "setStandardOutputFile", "setStandardErrorFile", "setObjectName", "objectName",
		"disconnect", "blockSignals", "isOpen", "isReadable", "isWritable", "setParent", "parent", "program", "arguments", "setArguments", "moveToThread", "setTextModeEnabled", "isNull"};
	static const char *const environments[] = {"setProcessEnvironment", "setEnvironment"};
	const fact_tree *t = o->c->t;
	const char *s = fact_str(t, call + 1);
	uint32_t arg = fact_arg(t, call, 0);

	if (AS_AMONG(s, none))
		return 1;
	if (AS_AMONG(s, environments))
		return is_own_environment(o, arg);
	if (strcmp(s, "reset") == 0) /* of a pointer that owns it: another, which is made there, or none */
		return !arg || t->node[arg].kind == FACT_NONE || (t->node[arg].kind == FACT_CALL && is_class(t, arg + 1));
	return is_start(s) && starts_harmless(o, call, s);
}

/* Is what is done with the expression x, which is the object or its address, harmless? */
static int
used(const object *o, uint32_t x)
{
	static const char *const joins[] = {"connect", "disconnect", "Q_ASSERT", "Q_UNUSED"};
	const fact_tree *t = o->c->t;
	uint32_t up = lines_around(o->l, x), q = lines_around(o->l, up), type;

	if (line_asked(o->l, x))
		return 1;
	switch (t->node[up].kind) {
	case FACT_DECL: return x == up + 1;
	case FACT_DEFAULT: /* another of the class, which is looked at for itself */
		type = t->node[q].kind == FACT_DECL ? fact_find(t, q, FACT_TYPE) : 0;
		return type && is_class(t, type);
	case FACT_ASSIGN: return x == up + 1;
	case FACT_ATTR: return x == up + 1 && t->node[q].kind == FACT_CALL && up == q + 1 && method(o, q);
	case FACT_ADDR: return t->node[q].kind == FACT_ARG && used(o, up);
	case FACT_ARG: return t->node[q].kind == FACT_CALL && IS_AMONG(t, q + 1, joins) && (fact_arg(t, q, 0) == x || fact_arg(t, q, 2) == x);
	case FACT_DELETE: return 1;
	default: return 0;
	}
}

/* Has an expression or a text that was not read, or a macro, that variable of the function in it? */
static int
is_unread(const object *o)
{
	const fact_tree *t = o->c->t;

	for (uint32_t i = o->fn; i < t->node[o->fn].end; i++)
		if (t->node[i].kind == FACT_ERROR || (t->node[i].kind == FACT_UNKNOWN && strstr(fact_str(t, i), t->text.str[o->name])))
			return 1;
	return line_by_macro(o->l, o->fn, o->name);
}

/* Is a NAME that of a variable of its function, which is declared around it, and not the one outside of functions? */
static int
is_hidden(const object *o, uint32_t i)
{
	const fact_tree *t = o->c->t;

	for (uint32_t b = lines_around(o->l, i); b; b = lines_around(o->l, b)) {
		if (t->node[b].kind == FACT_FUNC && t->node[b].flags & FACT_MACRO)
			return 0;
		if (t->node[b].kind != FACT_FUNC && t->node[b].kind != FACT_BLOCK)
			continue;
		FACT_EACH_KID(t, b, k)
			if (k < i && ((t->node[k].kind == FACT_PARAM && t->node[k].str == o->name) || (t->node[k].kind == FACT_DECL && t->node[b].kind == FACT_BLOCK && t->node[k + 1].str == o->name && lines_function(o->l, k))))
				return 1;
	}
	return 0;
}

/* Is all that is done with a variable, a parameter or a member harmless? d: its DECL or PARAM. */
static int
variable(object *o, uint32_t d, uint32_t name)
{
	const fact_tree *t = o->c->t;
	uint32_t end;

	o->fn = 0;
	o->name = name;
	for (uint32_t i = d; i && !o->fn; i = lines_around(o->l, i))
		if (t->node[i].kind == FACT_CLASS)
			break;
		else if (t->node[i].kind == FACT_FUNC)
			o->fn = lines_function(o->l, i);
	if (t->node[d].flags & FACT_MACRO || (o->fn && is_unread(o)))
		return 0;
	end = o->fn ? t->node[o->fn].end : t->n;
	for (uint32_t i = lines_named(o->l, name, o->fn); i && i < end; i = lines_named(o->l, name, i)) {
		if (o->fn ? t->node[i].kind != FACT_NAME : t->node[i].kind == FACT_NAME && is_hidden(o, i))
			continue;
		if (!used(o, i))
			return 0;
	}
	return 1;
}

/* Where a value of the class goes: is it made for a variable that is harmless, or used there and then? */
static int
goes(object *o, uint32_t value)
{
	static const char *const owns[] = {"unique_ptr", "shared_ptr", "QScopedPointer", "QSharedPointer", "QPointer"};
	const fact_tree *t = o->c->t;
	uint32_t up = lines_around(o->l, value), q = lines_around(o->l, up), to = up + 1;

	switch (t->node[up].kind) {
	case FACT_DEFAULT: return t->node[q].kind == FACT_DECL && t->node[q + 1].kind == FACT_NAME && variable(o, q, t->node[q + 1].str);
	case FACT_ASSIGN: {
		uint32_t fn = lines_function(o->l, to), d;
		if (value == to || *fact_str(t, up) || (t->node[to].kind != FACT_NAME && t->node[to].kind != FACT_ATTR))
			return 0;
		d = t->node[to].kind == FACT_NAME && fn ? line_declared(o->l, fn, t->node[to].str) : 0;
		return variable(o, d, t->node[to].str);
	}
	case FACT_ARG: /* new QProcess, for a pointer that owns it */
		if (t->node[q].kind != FACT_CALL)
			return 0;
		if (t->node[q + 1].kind == FACT_ATTR && strcmp(fact_str(t, q + 1), "reset") == 0 && t->node[q + 2].kind == FACT_NAME) {
			uint32_t fn = lines_function(o->l, q), d = fn ? line_declared(o->l, fn, t->node[q + 2].str) : 0;
			return variable(o, d, t->node[q + 2].str);
		}
		return t->node[q + 1].kind == FACT_INDEX && IS_AMONG(t, q + 2, owns) && goes(o, q);
	default: return used(o, value);
	}
}

/* The class is named: as a type, in a cast, where an object is made, or for a member of it. */
static int
mentioned(object *o, uint32_t node)
{
	static const char *const owns[] = {"unique_ptr", "shared_ptr", "QScopedPointer", "QSharedPointer", "QPointer"};
	static const char *const casts[] = {"qobject_cast", "static_cast", "dynamic_cast", "make_unique", "make_shared", "unique_ptr", "shared_ptr", "QScopedPointer", "QSharedPointer", "QPointer"};
	const fact_tree *t = o->c->t;
	uint32_t up = lines_around(o->l, node), q = lines_around(o->l, up);

	if (t->node[up].kind == FACT_TYPE && t->node[node].kind == FACT_NAME && AS_AMONG(as_last_part(fact_str(t, up)), owns)) { /* unique_ptr<QProcess> p */
		node = up;
		up = q;
		q = lines_around(o->l, up);
	}
	if (t->node[node].kind == FACT_TYPE) {
		if (t->node[up].kind == FACT_DECL)
			return t->node[up + 1].kind == FACT_NAME && !(t->node[node].flags & FACT_ARRAY) && variable(o, up, t->node[up + 1].str);
		return t->node[up].kind == FACT_PARAM && (!*fact_str(t, up) || variable(o, up, t->node[up].str));
	}
	if (t->node[node].kind != FACT_NAME)
		return 0;
	switch (t->node[up].kind) {
	case FACT_ATTR: /* of QProcess::Running, and of QProcess::execute() */
		if (!is_start(fact_str(t, up)) && strcmp(fact_str(t, up), "open") != 0)
			return 1;
		return t->node[q].kind == FACT_CALL && up == q + 1 && starts_harmless(o, q, fact_str(t, up));
	case FACT_CALL: return node == up + 1 && goes(o, up);
	case FACT_INDEX: return node != up + 1 && IS_AMONG(t, up + 1, casts) && t->node[q].kind == FACT_CALL && up == q + 1 && goes(o, q);
	default: return 0;
	}
}

/* Is a variable, or a member, of a class that says nothing of which its objects are: what it points to may be cast? */
static int
is_any(const fact_tree *t, uint32_t type)
{
	static const char *const list[] = {"QObject", "QIODevice", "auto", "void"};

	return !type || AS_AMONG(as_last_part(fact_str(t, type)), list);
}

/* May a method be called of a QProcess that no class is named for: behind a cast, of what sender() gives? */
static int
may_be_object(const lines *l, const fact_tree *t, uint32_t base)
{
	uint32_t fn = lines_function(l, base), d;

	if (t->node[base].kind != FACT_NAME && t->node[base].kind != FACT_ATTR)
		return 1;
	if (t->node[base].kind == FACT_NAME && fn && (d = line_declared(l, fn, t->node[base].str)) != 0)
		return is_any(t, fact_find(t, d, FACT_TYPE));
	for (uint32_t i = lines_named(l, t->node[base].str, 0); i; i = lines_named(l, t->node[base].str, i))
		if (t->node[lines_around(l, i)].kind == FACT_DECL && i == lines_around(l, i) + 1 && !is_any(t, fact_find(t, lines_around(l, i), FACT_TYPE)))
			return 0;
	return 1;
}

int
cone_starts_by(const cone *c, const char *method)
{
	return c->has_objects && is_start(method);
}

/* Is such an object told to start what is not harmless? */
static int
is_told(const object *o)
{
	const fact_tree *t = o->c->t;

	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t call = t->node[i].kind == FACT_ATTR && is_start(fact_str(t, i)) ? lines_around(o->l, i) : 0, arg = call && t->node[call].kind == FACT_CALL && i == call + 1 ? fact_arg(t, call, 0) : 0;
		if (arg && t->node[arg].kind != FACT_INT && may_be_object(o->l, t, i + 1) && !starts_harmless(o, call, fact_str(t, i)))
			return 1;
	}
	return 0;
}

int
cone_object(cone *c, uint32_t u, uint32_t node)
{
	object o = {c, NULL, u, 0, 0};

	if (!is_class(c->t, node) || c->own_path || (!c->lines && !(c->lines = lines_new(c->t))))
		return 0;
	o.l = c->lines;
	if (!c->objects)
		c->objects = 1 + is_told(&o);
	return c->objects == 1 && (c->t->node[node].kind == FACT_INCLUDE || mentioned(&o, node));
}
