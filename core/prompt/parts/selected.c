/* What the person has selected. */
#include "prompt/part.h"

#define HEADING "selected by the person"

static void write_part(const FairyWriting *writing, GString *out)
{
    fairy_part_value(out, HEADING, writing->scene->selected);
}

const FairyPart fairy_part_selected = {
    .name = "selected",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
