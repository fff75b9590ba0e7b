/* What the fairy looks at. */
#include "prompt/part.h"

#define HEADING "your view"

static void write_part(const FairyWriting *writing, GString *out)
{
    fairy_part_value(out, HEADING, writing->scene->view);
}

const FairyPart fairy_part_own_view = {
    .name = "own-view",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
