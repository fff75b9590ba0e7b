/* The layers of the drawing. */
#include "prompt/part.h"

#include <fairy/scene_data.h>

#define HEADING "layers"

static void write_part(const FairyWriting *writing, GString *out)
{
    g_autoptr(GPtrArray) layers = fairy_layers_json(writing->options->doc);
    fairy_part_json(out, HEADING, layers);
}

const FairyPart fairy_part_layers = {
    .name = "layers",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
