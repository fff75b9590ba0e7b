/* What the person looks at. */
#include "prompt/part.h"

#define HEADING "the person's view"

static void write_part(const FairyWriting *writing, GString *out)
{
    if (fairy_part_has_area(writing->options->user_view)) {
        g_autofree char *box = fairy_part_box(writing, writing->options->user_view);
        fairy_part_value(out, HEADING, box);
    }
}

const FairyPart fairy_part_user_view = {
    .name = "user-view",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
