/* Boxes as text. */
#pragma once

#include <svg/query.h>

/* Appends `value` as C's "%.6g" prints it, whatever the locale: six digits, as Inkscape does. */
void cli_add_number(GString *out, double value);
/* Appends "id,x,y,w,h\n". */
void cli_add_line(GString *out, const char *id, SvgPxBox box);
/* Appends {"id":"a","type":"rect","x":0,"y":0,"w":10,"h":5} and a line break; an empty box has no
 * numbers. */
void cli_add_json(GString *out, const char *id, const char *type, SvgPxBox box);
