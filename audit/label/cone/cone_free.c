/* cone_free.c - see cone.h: a cone is given back. */
#include "cone_impl.h"

#include <stdlib.h>

#include "../line/line.h"

void
cone_free(cone *c)
{
	if (!c)
		return;
	lines_free(c->lines);
	free(c->again);
	free(c->unit);
	cone_unjoin(c);
	free(c->owner);
	free(c->define);
	cone_config_end(c);
	free(c->named_by_build);
	sight_free(c->sight);
	free(c->told_at);
	free(c->told);
	free(c->spelled.u);
	free(c->blind);
	free(c->blind_units);
	free(c->alone);
	free(c->space);
	free(c->derives);
	free(c->pair);
	free(c->name);
	free(c->defined);
	free(c->sym);
	free(c->stamp);
	free(c->own);
	free(c->led);
	free(c->of_file);
	free(c->kin);
	free(c->local.u);
	free(c->member.u);
	free(c->has_main);
	free(c->loaded);
	free(c->function);
	free(c->set);
	free(c->near);
	free(c->more);
	free(c->lacks);
	as_intern_free(&c->word);
	as_intern_free(&c->twice);
	as_intern_free(&c->space_as);
	as_intern_free(&c->made[0]);
	as_intern_free(&c->made[1]);
	as_intern_free(&c->templates);
	for (size_t i = 0; i < 4; i++)
		as_intern_free(&c->shared[i]);
	as_intern_free(&c->needs);
	as_intern_free(&c->written);
	as_intern_free(&c->extension);
	as_intern_free(&c->outside);
	as_intern_free(&c->library);
	as_intern_free(&c->quiet);
	as_intern_free(&c->loud);
	free(c->given.u);
	free(c->paste.u);
	cone_paste_free(c->pasting);
	cone_reexports_free(c);
	free(c->hiding);
	free(c->unread.u);
	free(c->outside_class.u);
	free(c->capi_asks.u);
	free(c->let_off.u);
	free(c->away);
	free(c->foreign);
	free(c->let_off_foreign.u);
	free(c->far.u);
	free(c->file_unit);
	free(c->plugged.u);
	free(c->loads_any.u);
	free(c->initialised.u);
	free(c->extends.u);
	free(c->stored.u);
	free(c->started.u);
	free(c->may_give.u);
	free(c->set_by.u);
	free(c->of_module);
	free(c->dynamic.u);
	free(c->patch.u);
	free(c->patch_any.u);
	free(c->active);
	free(c->method.u);
	free(c->derived);
	free(c->wanted.u);
	free(c->bases.u);
	free(c->called.u);
	free(c->called_of.u);
	free(c->declared.u);
	free(c->builds.u);
	free(c->louds.u);
	free(c->itself.u);
	as_intern_free(&c->loud_first);
	free(c->may_be_loud);
	free(c->loud_header);
	free(c->loud_at);
	free(c);
}
