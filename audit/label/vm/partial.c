/* partial.c - see vm.h: text of which parts are not known. It is a V_UNK whose name is "text "
 * and the text, with {what} for each part that is not known: enough to know a file name again
 * in the command that made the file. */
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

static const char mark[] = "text ";

value
vm_partial(vm *m, const char *text)
{
	value v = v_unk(vm_idf(m, "%s%.400s", mark, text));

	v.flags = VF_TRUE;
	return v;
}

const char *
vm_partial_text(const vm *m, value v)
{
	const char *s;

	if (v.kind == V_STR)
		return vm_cstr(m, v, NULL);
	s = vm_name_of(m, v, "");
	return strncmp(s, mark, sizeof mark - 1) == 0 ? s + sizeof mark - 1 : NULL;
}

size_t
vm_partial_put(const vm *m, value v, char *out, size_t n)
{
	const char *s = vm_partial_text(m, v);
	int k = s ? snprintf(out, n, "%s", s) : v.kind == V_INT ? snprintf(out, n, "%lld", (long long)v.i)
	    : is_named(v) ? snprintf(out, n, "{%.60s}", vm_text(m, v.sym)) : snprintf(out, n, "{?}");

	return k < 0 ? 0 : (size_t)k < n ? (size_t)k : n - 1;
}

value
vm_partial_join(vm *m, value a, value b)
{
	char buf[420];
	size_t n = vm_partial_put(m, a, buf, sizeof buf);

	vm_partial_put(m, b, buf + n, sizeof buf - n);
	return vm_partial(m, buf);
}
