/* Who else is at the drawing. */
#include "base/json.h"
#include "prompt/part.h"
#include "view/form.h"

#define HEADING  "other fairies"
#define MAX_TEXT 200 /* bytes of what one says that it is at */

static char *line_of(const FairyWriting *writing, const FairyPeer *other)
{
    const FairyMode *mode = fairy_mode(other->mode);
    GString *line = g_string_new(NULL);
    fairy_form_lines.id(line, other->id);
    if (other->name) {
        g_string_append_c(line, ' ');
        fairy_json_string(line, other->name);
    }
    if (mode) {
        g_string_append_printf(line, " %s", mode->name);
    }
    if (fairy_part_has_area(other->box)) {
        g_autofree char *box = fairy_part_box(writing, other->box);
        g_string_append_printf(line, " %s", box);
    }
    if (other->at) {
        g_string_append_c(line, ' ');
        fairy_json_text(line, other->at, MAX_TEXT);
    }
    return g_string_free(line, FALSE);
}

static void write_part(const FairyWriting *writing, GString *out)
{
    FairyPartLines lines = {.out = out, .heading = HEADING};
    for (guint i = 0; i < writing->options->n_others; i++) {
        fairy_part_line(&lines, line_of(writing, &writing->options->others[i]));
    }
    fairy_part_lines_end(&lines);
}

const FairyPart fairy_part_other_fairies = {
    .name = "other-fairies",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
