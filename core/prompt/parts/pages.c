/* The pages of the drawing, and its guides. */
#include "prompt/part.h"

#include <fairy/scene_data.h>

#define HEADING "pages"
#define GUIDES  "guides, which the person lays things along"

static void write_part(const FairyWriting *writing, GString *out)
{
    g_autoptr(GPtrArray) pages = fairy_pages_json(writing->options->doc, writing->options->coords);
    g_autoptr(GPtrArray) guides =
        fairy_guides_json(writing->options->doc, writing->options->coords);
    fairy_part_json(out, HEADING, pages);
    fairy_part_json(out, GUIDES, guides);
}

const FairyPart fairy_part_pages = {
    .name = "pages",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING, GUIDES},
    .write = write_part,
};
