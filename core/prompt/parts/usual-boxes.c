/* How boxes with words are mostly made, for who sees only a part of the drawing: what is drawn in
 * one area fits what is in another. */
#include "prompt/part.h"

#include <fairy/scene_data.h>

#define HEADING    "boxes with words are mostly"
#define MOST_SIZES 4 /* that are told */

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyComposeOptions *options = writing->options;
    g_autoptr(GPtrArray) boxes = fairy_usual_boxes_json(options->doc, options->coords, MOST_SIZES);
    fairy_part_json(out, HEADING, boxes);
}

const FairyPart fairy_part_usual_boxes = {
    .name = "usual-boxes",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
