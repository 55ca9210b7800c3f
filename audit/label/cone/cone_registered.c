/* cone_registered.c - see cone_impl.h: functions that a macro of a library's registers under a name, by which its
 * program is told to run them: BENCHMARK_F(Fixture, name)(State &s) { ... }, BENCHMARK(function), TEST(suite, name) { ... }. */
#include "cone_impl.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

/* Is that the whole name, or what stands between the slashes of it: Fixture/name/8? */
static int
is_part(const char *label, const char *s, size_t n)
{
	for (const char *p = label; *p; p += strcspn(p, "/"), p += *p == '/')
		if (strcspn(p, "/") == n && strncmp(p, s, n) == 0)
			return n > 0;
	return 0;
}

/* A macro that the tree does not define, of n letters. */
static int
of_library(const cone *c, const char *s, size_t n)
{
	uint32_t id = as_intern_find(&c->t->text, s, n);

	if (n == 0 || (!isalpha((unsigned char)*s) && *s != '_'))
		return 0;
	for (uint32_t k = 0; k < c->ndefine; k++)
		if (c->define[k].name == id)
			return 0;
	return 1;
}

int
cone_registers(const cone *c, uint32_t fn)
{
	const char *name = fact_str(c->t, fn), *open = strchr(name, '(');

	return open && strncmp(as_last_part(name), "operator", 8) != 0 && name[strlen(name) - 1] == ')' && of_library(c, name, (size_t)(open - name));
}

int
cone_registered(const cone *c, uint32_t node, const char *label)
{
	static const char *const list[] = {"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "BOOST_AUTO_TEST_CASE", "BOOST_FIXTURE_TEST_CASE"};
	const fact_tree *t = c->t;
	const char *s = fact_str(t, node);

	if (t->node[node].kind == FACT_FUNC && cone_registers(c, node)) {
		for (s = strchr(s, '(') + 1; *s; s += strspn(s, ",() "))
			if (is_part(label, s, strcspn(s, ",() ")))
				return 1;
			else
				s += strcspn(s, ",() ");
		return 0;
	}
	if (t->node[node].kind != FACT_CALL || t->node[node + 1].kind != FACT_NAME)
		return 0;
	s = fact_str(t, node + 1);
	if ((strncmp(s, "BENCHMARK", 9) != 0 && !AS_AMONG(s, list)) || !of_library(c, s, strlen(s)))
		return 0;
	FACT_EACH_KID(t, node, k)
		if (t->node[k].kind == FACT_ARG && t->node[k + 1].kind == FACT_NAME && is_part(label, fact_str(t, k + 1), strlen(fact_str(t, k + 1))))
			return 1;
	return 0;
}
