/* cone_object.c - see cone_impl.h: objects of Qt's QProcess, by what they are told. The class starts nothing where it is
 * named: a call of start(), which is no virtual function, does, where what it is called of may have that class. So each
 * such call hides something that is not known to start a harmless program, whatever the object is; and a mention of the
 * class does where what it declares or makes gets to what may call it otherwise: a base, another name for the class, a
 * method that is not known, a macro, or who does not name the class and is not of the tree. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../line/line.h"
#include "words.h"

/* c, u: who asks, for which unit; fn: the function that the name is a variable of; 0: it is a member, or of the file; arrows: a class
 * of the tree says what p->start() is called of, if p is one of its objects. */
typedef struct { cone *c; const lines *l; uint32_t u, fn, name; int arrows; } object;

/* Has the tree a macro of that name, with parameters? */
static int
is_macro(const fact_tree *t, uint32_t name)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_FUNC && t->node[i].flags & FACT_MACRO && t->node[i].str == name)
			return 1;
	return 0;
}

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

/* Does it say in which environment it does, or what is done in its place before? */
static int
is_setting(const char *s)
{
	static const char *const list[] = {"setProcessEnvironment", "setEnvironment", "setChildProcessModifier"};

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

	if (e && t->node[e].kind == FACT_CALL && t->node[e + 1].kind == FACT_ATTR && strcmp(fact_str(t, e + 1), "systemEnvironment") == 0)
		return 1;
	if (!fn || t->node[e].kind != FACT_NAME || t->node[line_declared(o->l, fn, t->node[e].str)].kind != FACT_DECL || line_by_macro(o->l, fn, t->node[e].str))
		return 0;
	for (uint32_t i = lines_named(o->l, t->node[e].str, fn); i && i < t->node[fn].end; i = lines_named(o->l, t->node[e].str, i))
		if (t->node[i].kind == FACT_NAME && !env_use(o, i))
			return 0;
	return 1;
}

/* Is a method known that is called of the object: one of the class, or of another class of the tree, whose object has the name, too? */
static int
method(const object *o, uint32_t call)
{
	static const char *const none[] = {"setProcessChannelMode", "processChannelMode", "setReadChannelMode", "setReadChannel", "readChannel", "setInputChannelMode", "inputChannelMode", "closeReadChannel",
		"closeWriteChannel", "waitForStarted", "waitForFinished", "waitForReadyRead", "waitForBytesWritten", "readAll", "readAllStandardOutput", "readAllStandardError", "read", "readLine",
		"canReadLine", "bytesAvailable", "bytesToWrite", "atEnd", "write", "putChar", "getChar", "peek", "close", "kill", "terminate", "state", "exitCode", "exitStatus", "error", "errorString",
		"pid", "processId", "deleteLater", "setWorkingDirectory", "workingDirectory", "setStandardInputFile", "setStandardOutputFile", "setStandardErrorFile", "setObjectName", "objectName",
		"disconnect", "blockSignals", "isOpen", "isReadable", "isWritable", "setParent", "parent", "program", "arguments", "setArguments", "moveToThread", "setTextModeEnabled", "isNull",
		"reset", "open", "get", "data", "clear", "setProperty", "property", "isRunning", "readyRead", "finished", "started", "errorOccurred", "stateChanged", "readyReadStandardOutput", "readyReadStandardError"};
	const fact_tree *t = o->c->t;
	const char *s = fact_str(t, call + 1);

	return AS_AMONG(s, none) || is_start(s) || is_setting(s) || (fact_last(t, call + 1) < o->c->nname && o->c->name[fact_last(t, call + 1)] & NAME_BODY && !is_macro(t, fact_last(t, call + 1)));
}

/* Is an expression that is the object handed to what names the class for it, keeps it, or waits for what it says? */
static int
handed(const object *o, uint32_t call, uint32_t x)
{
	static const char *const gets[] = {"connect", "disconnect", "Q_ASSERT", "Q_UNUSED", "append", "push_back", "emplace_back", "insert", "prepend", "enqueue", "push", "remove", "removeAll", "removeOne",
		"contains", "indexOf", "QTextStream", "QDataStream", "unique_ptr", "shared_ptr", "QScopedPointer", "QSharedPointer", "QPointer", "reset", "move", "QTimer", "qDebug", "addWidget"};
	const fact_tree *t = o->c->t;
	uint32_t f = call + 1, name;

	if (t->node[call].kind != FACT_CALL)
		return 0;
	if (t->node[f].kind == FACT_INDEX)
		f++;
	if (IS_AMONG(t, f, gets))
		return !AS_AMONG(as_last_part(fact_str(t, f)), ((const char *const[]){"connect", "disconnect"})) || fact_arg(t, call, 0) == x || fact_arg(t, call, 2) == x;
	if (t->node[f].kind != FACT_NAME && t->node[f].kind != FACT_ATTR)
		return 0;
	name = fact_last(t, f);
	return name < o->c->nname && o->c->name[name] & (NAME_BODY | NAME_CLASS) && !is_macro(t, name);
}

/* Is what is done with the expression x, which is the object or its address, harmless? It goes wherever its class is named for it. */
static int
used(const object *o, uint32_t x)
{
	const fact_tree *t = o->c->t;
	uint32_t up = lines_around(o->l, x), q = lines_around(o->l, up);

	switch (t->node[up].kind) {
	case FACT_ATTR: return x == up + 1 && t->node[q].kind == FACT_CALL && up == q + 1 && method(o, q);
	case FACT_ADDR: case FACT_DEREF: return used(o, up);
	case FACT_ARG: return handed(o, q, x);
	case FACT_CALL: return x == up + 1; /* of a function that is called so */
	case FACT_DECL: case FACT_DEFAULT: case FACT_ASSIGN: case FACT_DELETE: case FACT_RETURN: case FACT_COND: case FACT_BIN: case FACT_UN: case FACT_IF: case FACT_WHILE: case FACT_LIST:
	case FACT_CAPTURE: case FACT_BLOCK: case FACT_FOR: return 1;
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

/* The DECL or PARAM that a NAME means where it stands; UINT32_MAX: it gets its value otherwise; 0: it is not one of a function. */
static uint32_t
local(const lines *l, const fact_tree *t, uint32_t i)
{
	uint32_t name = t->node[i].str;

	for (uint32_t b = lines_around(l, i); b; b = lines_around(l, b)) {
		if ((t->node[b].kind == FACT_HANDLER && t->node[b].str == name) || (t->node[b].kind == FACT_FOR && t->node[b + 1].str == name))
			return UINT32_MAX;
		FACT_EACH_KID(t, b, k) {
			if (t->node[b].kind == FACT_FUNC && t->node[k].str == name && (t->node[k].kind == FACT_CAPTURE ? t->node[k].end > k + 1 : t->node[k].kind == FACT_PARAM))
				return t->node[k].kind == FACT_PARAM && !(t->node[b].flags & FACT_MACRO) ? k : UINT32_MAX;
			if (t->node[b].kind == FACT_BLOCK && k < i && t->node[k].kind == FACT_DECL && t->node[k + 1].str == name && lines_function(l, k))
				return k;
		}
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
		uint32_t own = t->node[i].kind == FACT_NAME && !o->fn ? local(o->l, t, i) : 0;
		if ((o->fn && t->node[i].kind != FACT_NAME) || (own && own != UINT32_MAX)) /* another's */
			continue;
		if (!used(o, i))
			return 0;
	}
	return 1;
}

static const char *const owners[] = {"unique_ptr", "shared_ptr", "QScopedPointer", "QSharedPointer", "QPointer"};
static const char *const casts[] = {"qobject_cast", "static_cast", "dynamic_cast", "make_unique", "make_shared", "unique_ptr", "shared_ptr", "QScopedPointer", "QSharedPointer", "QPointer"};
static const char *const containers[] = {"QList", "QVector", "QMap", "QHash", "QMultiMap", "QMultiHash", "QSet", "QQueue", "QStack", "QPair", "vector", "list", "map", "unordered_map", "set", "deque", "array", "pair"};

/* Where a value of the class goes: is it made for a variable that is harmless, or used there and then? */
static int
goes(object *o, uint32_t value)
{
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
		return handed(o, q, value);
	default: return used(o, value);
	}
}

/* The class is named: as a type, in a cast, where an object is made, or for a member of it. */
static int
mentioned(object *o, uint32_t node)
{
	static const char *const loops[] = {"foreach", "Q_FOREACH"};
	const fact_tree *t = o->c->t;
	uint32_t up = lines_around(o->l, node), q = lines_around(o->l, up);

	while (t->node[up].kind == FACT_TUPLE && t->node[node].kind == FACT_NAME) { /* QMap<int, QProcess *> */
		node = up;
		up = q;
		q = lines_around(o->l, up);
	}
	if (t->node[up].kind == FACT_TYPE && AS_AMONG(as_last_part(fact_str(t, up)), containers)) /* who takes one out of it names the class, or what it is called of is not known */
		return 1;
	if (t->node[up].kind == FACT_TYPE) { /* unique_ptr<QProcess> p */
		if (!AS_AMONG(as_last_part(fact_str(t, up)), owners))
			return 0;
		node = up;
		up = q;
	}
	if (t->node[node].kind == FACT_TYPE) {
		if (t->node[up].kind == FACT_DECL)
			return t->node[up + 1].kind == FACT_NAME && variable(o, up, t->node[up + 1].str);
		return t->node[up].kind == FACT_FUNC || (t->node[up].kind == FACT_PARAM && (!*fact_str(t, up) || variable(o, up, t->node[up].str)));
	}
	switch (t->node[up].kind) {
	case FACT_ATTR: /* of QProcess::Running, and of QProcess::execute() */
		return (!is_start(fact_str(t, up)) && strcmp(fact_str(t, up), "open") != 0) || (t->node[q].kind == FACT_CALL && up == q + 1);
	case FACT_CALL: return node == up + 1 && goes(o, up);
	case FACT_BIN: /* foreach (QProcess *p, all) */
		return node == up + 1 && t->node[q].kind == FACT_ARG && IS_AMONG(t, lines_around(o->l, q) + 1, loops);
	case FACT_INDEX:
		if (node == up + 1 || (!IS_AMONG(t, up + 1, casts) && !IS_AMONG(t, up + 1, containers)))
			return 0;
		if (t->node[q].kind == FACT_ATTR) /* QSharedPointer<QProcess>::create() */
			q = lines_around(o->l, q);
		return t->node[q].kind == FACT_CALL && goes(o, q);
	default: return 0;
	}
}

/* May a type of that name, a string, be the class, or another name for it, where a DECL or PARAM stands? */
static int
may_be_class(const object *o, uint32_t decl, uint32_t name)
{
	static const char *const any[] = {"QObject", "QIODevice", "QProcess"}, *const numbers[] = {"int", "unsigned", "long", "bool", "char", "double", "float", "size_t"};
	const fact_tree *t = o->c->t;
	const char *s = name < o->c->nname ? t->text.str[name] : "QProcess";

	if (AS_AMONG(s, any))
		return 1;
	for (uint32_t b = decl; b; b = lines_around(o->l, b))
		FACT_EACH_KID(t, b, k)
			if (t->node[k].kind == FACT_TPARAM && t->node[k].str == name)
				return 1;
	return !(s[0] == 'Q' && isupper((unsigned char)s[1]) && !strchr(s, '.')) && !AS_AMONG(s, numbers) && (o->arrows || !(o->c->name[name] & NAME_CLASS));
}

/* May what is declared have the class, as far as its type says? Of a pointer that owns it, or a container, that is what stands in it. */
static int
may_have_class(const object *o, uint32_t decl)
{
	const fact_tree *t = o->c->t;
	uint32_t type = fact_find(t, decl, FACT_TYPE);

	if (!type)
		return 1;
	if (t->node[type].end == type + 1)
		return may_be_class(o, decl, t->node[type].str);
	if (!AS_AMONG(as_last_part(fact_str(t, type)), owners))
		return 1;
	FACT_EACH_KID(t, type, k)
		if (t->node[k].kind != FACT_NAME || may_be_class(o, decl, t->node[k].str))
			return 1;
	return 0;
}

/* May a NAME be what a DECL outside of functions declares: of a file, or, in a method, of a class? */
static int
sees(const lines *l, const fact_tree *t, uint32_t name, uint32_t decl)
{
	uint32_t fn = lines_function(l, name), in_class = 0, method = fn && strchr(fact_str(t, fn), '.') != NULL;

	for (uint32_t b = decl; b; b = lines_around(l, b))
		in_class |= t->node[b].kind == FACT_CLASS;
	for (uint32_t b = name; b; b = lines_around(l, b))
		method |= t->node[b].kind == FACT_CLASS;
	return !lines_function(l, decl) && (!in_class || method);
}

/* May a method be called of an object of the class: is the expression no variable, or cast, or one whose type does not say that it is another's? */
static int
may_be_object(const object *o, uint32_t base)
{
	const fact_tree *t = o->c->t;
	const char *s = fact_str(t, base);
	uint32_t d;
	int any = 0;

	if ((t->node[base].kind != FACT_NAME && t->node[base].kind != FACT_ATTR) || t->node[base].flags & (FACT_POINTER | FACT_REF) ||
	    (t->node[base].kind == FACT_ATTR && (strcmp(s, "first") == 0 || strcmp(s, "second") == 0)))
		return 1;
	if (t->node[base].kind == FACT_NAME && strcmp(s, "this") == 0)
		return 0;
	if (t->node[base].kind == FACT_NAME && (d = local(o->l, t, base)) != 0)
		return d == UINT32_MAX || may_have_class(o, d);
	for (uint32_t i = lines_named(o->l, t->node[base].str, 0); i; i = lines_named(o->l, t->node[base].str, i)) {
		uint32_t up = lines_around(o->l, i), q = lines_around(o->l, up);
		if (t->node[up].kind == FACT_TUPLE || (t->node[up].kind == FACT_FOR && i == up + 1) || (t->node[up].kind == FACT_DEREF && t->node[q].kind == FACT_ASSIGN && up == q + 1)) /* decltype(p) *x = p */
			return 1;
		if (t->node[up].kind != FACT_DECL || i != up + 1)
			continue;
		if (may_have_class(o, up))
			return 1;
		any |= t->node[base].kind == FACT_ATTR || sees(o->l, t, base, up);
	}
	return !any && (is_class(t, base) || !((s[0] == 'Q' && isupper((unsigned char)s[1])) || (t->node[base].str < o->c->nname && o->c->name[t->node[base].str] & NAME_CLASS)));
}

int
cone_starts_by(const cone *c, const char *method)
{
	return c->has_objects && is_start(method);
}

/* Does a CALL give a number, which says no program: timer.start(1000)? */
static int
gets_number(const object *o, uint32_t arg)
{
	static const char *const list[] = {"int", "unsigned", "unsigned int", "long", "short", "qint64", "quint32", "size_t", "double", "float", "int64_t", "uint32_t"};
	static const char *const priorities[] = {"IdlePriority", "LowestPriority", "LowPriority", "NormalPriority", "HighPriority", "HighestPriority", "TimeCriticalPriority", "InheritPriority"};
	const fact_tree *t = o->c->t;
	uint32_t d = t->node[arg].kind == FACT_NAME ? local(o->l, t, arg) : 0, type = d && d != UINT32_MAX ? fact_find(t, d, FACT_TYPE) : 0;

	if (t->node[arg].kind == FACT_ATTR && t->node[arg + 1].kind == FACT_NAME && strcmp(fact_str(t, arg + 1), "QThread") == 0)
		return AS_AMONG(fact_str(t, arg), priorities) && t->node[arg + 1].str < o->c->nname && !(o->c->name[t->node[arg + 1].str] & NAME_CLASS) && !(o->c->name[t->node[arg].str] & NAME_VALUE);
	return t->node[arg].kind == FACT_INT || t->node[arg].kind == FACT_FLOAT || (type && !(t->node[type].flags & (FACT_POINTER | FACT_ARRAY)) && AS_AMONG(fact_str(t, type), list));
}

/* Does a CALL of a method of what may be such an object start nothing but what is harmless, and as the program itself would? */
static int
is_harmless(const object *o, uint32_t call)
{
	const char *s = as_last_part(fact_str(o->c->t, call + 1));
	uint32_t arg = fact_arg(o->c->t, call, 0);

	if (!arg || gets_number(o, arg)) /* what setProgram() was given */
		return 1;
	if (is_setting(s))
		return strcmp(s, "setChildProcessModifier") != 0 && is_own_environment(o, arg);
	return starts_harmless(o, call, s);
}

/* Has a text that was not read one of those methods? */
static int
tells(const char *s)
{
	for (size_t n; *s; s += n + !n) {
		char word[24];
		if ((n = cone_word(s)) > 0 && n < sizeof word && (memcpy(word, s, n), word[n] = '\0', is_start(word)) && s[n + strspn(s + n, " ")] == '(')
			return 1;
	}
	return 0;
}

int
cone_object(cone *c, uint32_t u, uint32_t node)
{
	object o = {c, NULL, u, 0, 0, 0};

	if (!is_class(c->t, node) || (!c->lines && !(c->lines = lines_new(c->t))))
		return 0;
	o.l = c->lines;
	return mentioned(&o, node);
}

void
cone_objects(cone *c)
{
	const fact_tree *t = c->t;
	object o = {c, NULL, 0, 0, 0, 0};

	if (!c->has_objects || (!c->lines && !(c->lines = lines_new(t))))
		return;
	o.l = c->lines;
	for (uint32_t i = 0; i < t->n && !o.arrows; i++)
		o.arrows = t->node[i].kind == FACT_FUNC && strcmp(as_last_part(fact_str(t, i)), "operator->") == 0;
	for (uint32_t i = 0; i < c->called_of.n; i++) {
		use w = c->called_of.u[i];
		const char *s = t->node[w.node + 1].kind == FACT_ATTR ? as_last_part(fact_str(t, w.node + 1)) : "";
		o.u = w.unit;
		if ((is_start(s) || is_setting(s)) && may_be_object(&o, w.node + 2) && !is_harmless(&o, w.node) && !cone_not_built(c, w.unit, w.node))
			cone_hides(c, w.unit, w.node, CONE_PROGRAM);
	}
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_UNKNOWN && c->owner[i] != UINT32_MAX && tells(fact_str(t, i)))
			cone_hides(c, c->owner[i], i, CONE_PROGRAM);
}
