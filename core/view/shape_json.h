/* One shape as a model reads it. Private to core/. */
#pragma once

#include <fairy/coords.h>
#include <fairy/view.h>
#include <svg/shape.h>

/* How the shape is filled, by the model's words: "none", "tint", "background" or "solid", where
 * that is exactly what they mean for its colour. NULL otherwise: a gradient, another colour, a
 * shape that has no fill. Static. */
const char *fairy_fill_word(const SvgShape *shape);

/* Whether its name says something that its id and words don't; blurry, what has words or ends at
 * others needs none. */
gboolean fairy_shape_has_more_name(const SvgShape *shape, FairyDetail detail);

/* Where the label stands in what was written, with its quotes; len 0: it has none. */
typedef struct {
    gsize at, len;
} FairyLabelPlace;

/* Appends {"shapeId":…, all but the closing brace. Numbers go through `coords`,
 * which remembers them. A text of more than `max_text` bytes is cut, and so are names and ids of
 * more than FAIRY_SHOWN_NAME_BYTES; 0 = none is. */
FairyLabelPlace fairy_shape_json(GString *out, FairyCoords *coords, const SvgShape *shape,
                                 FairyDetail detail, gsize max_text);
/* "x":…,"y":…,"w":…,"h":… of a box that is no shape's: rounded as theirs are, but not remembered.
 */
void fairy_json_add_plain_box(GString *out, const FairyCoords *coords, SvgBox box);
