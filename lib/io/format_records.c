/* Records as one JSON array, and the tables that assay writes with -o json. */
#include "format.h"

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *rec, *v;

	as_rows_series(r);
	cJSON_ArrayForEach(rec, o) {
		as_rows_from(r, rec);
		if (!cJSON_IsObject(rec))
			return as_fail(e, NULL, 0, "the array has a value that is not an object");
		as_rows_blank(r);
		cJSON_ArrayForEach(v, rec)
			as_rows_json(r, v->string, v);
		as_rows_end(r);
	}
	return 0;
}

static int
read_table(as_rows *r, const cJSON *o, as_err *e)
{
	return read(r, cJSON_GetObjectItemCaseSensitive(o, "rows"), e);
}

const as_format as_format_records = {
	.name = "JSON records", .in = AS_IN_JSON, .needs = {"[0]"}, .read = read,
};

const as_format as_format_assay = {
	.name = "assay JSON", .in = AS_IN_JSON, .needs = {"tool", "definitions", "columns", "rows"},
	    .read = read_table,
};
