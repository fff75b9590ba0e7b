/* What isn't listed, roughly: out of view, or too small. */
#include "prompt/part.h"

#define HEADING "clusters"

static void write_part(const FairyWriting *writing, GString *out)
{
    fairy_part_value(out, HEADING, writing->scene->clusters);
}

const FairyPart fairy_part_peripheral = {
    .name = "peripheral",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
