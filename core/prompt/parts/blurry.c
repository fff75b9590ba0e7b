/* The shapes in view, a line each. */
#include "prompt/part.h"

#define USUAL   "usual looks"
#define SHAPES  "shapes"
#define OMITTED "not listed"

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyScene *scene = writing->scene;
    fairy_part_value(out, USUAL, scene->usual);
    fairy_part_value(out, SHAPES, *scene->shapes ? scene->shapes : "none in your view");
    fairy_part_value(out, OMITTED, scene->omitted);
}

const FairyPart fairy_part_blurry = {
    .name = "blurry",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {USUAL, SHAPES, OMITTED},
    .write = write_part,
};
