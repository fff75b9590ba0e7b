/* The pages of the drawing. */
#include "prompt/part.h"

#include <fairy/scene_data.h>

#define HEADING "pages"

static void write_part(const FairyWriting *writing, GString *out)
{
    g_autoptr(GPtrArray) pages = fairy_pages_json(writing->options->doc, writing->options->coords);
    fairy_part_json(out, HEADING, pages);
}

const FairyPart fairy_part_pages = {
    .name = "pages",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
