/* The section about the order of the samples. */
#include "sections.h"

int
section_time(report_job *j, as_err *e)
{
	if (j->rows == 0 || j->page.md)
		return 0;
	page_begin(&j->page, "Over time");
	for (const report_work *w = j->work; w < j->work + j->nwork; w++) {
		command c = report_reader(j, "cdfplot", w->name ? "backend" : j->by, 1);

		command_add(&c, "--series", NULL);
		command_option(&c, "--title", w->title && *w->title ? w->title : NULL);
		if (report_draw(j, &c, w, "series", "Samples in the order that the axis names",
		    w->served ? " Triangles: no compiled code is known to have served the sample." :
		    w->name ? " The title has verdicts on cells that are not known to be compiled." : "", e))
			return -1;
	}
	return 0;
}
