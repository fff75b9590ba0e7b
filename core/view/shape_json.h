/* One shape as JSON for a model. Private to core/view. */
#pragma once

#include <fairy/coords.h>
#include <fairy/view.h>
#include <svg/shape.h>

/* "above", "below" … of a shape whose words stand beside it; else NULL. Static. */
const char *fairy_shown_side(const SvgShape *shape);
/* Returns the side of its shape in whose middle the arrow starts (0) or ends (1), within a pixel;
 * NULL where it doesn't. Static. */
const char *fairy_shown_arrow_side(SvgDocument *doc, const FairyCoords *coords,
                                   const SvgShape *arrow, guint which);
/* Returns where along a line its words are, to a hundredth of it, as it is told; NAN where they are
 * in its middle, or it has none. */
double fairy_shown_label_place(const SvgLook *look);
/* Returns what set-style calls a head; "other" for what it has no word for. Static. */
const char *fairy_shown_head(SvgHead head);
/* Returns "straight", "orthogonal", "polyline" or "curved"; static. */
const char *fairy_shown_route(SvgRoute route);
/* Returns a stroke's width or a font's size as it is shown: in model space, to three digits. */
double fairy_shown_length(const FairyCoords *coords, double length);
/* Returns the colour a person would see the shape by, as actions take it: the palette's name that
 * stands for it in this drawing, else "#rrggbb". Returns NULL if it has none. Free with g_free().
 */
char *fairy_shown_color(SvgDocument *doc, const SvgShape *shape);
/* Returns how the shape is filled, in the words of actions ("none", "tint", "background", "solid"),
 * if one of them means exactly this fill in the colour `shown`; static. Returns NULL for a
 * gradient, another colour, or a shape that can't be filled. */
const char *fairy_fill_word(const SvgShape *shape, const char *shown);

/* Returns whether the name says something that the id and the text don't. In blurry detail a shape
 * with a text or with ends at shapes needs no name. */
gboolean fairy_shape_has_more_name(const SvgShape *shape, FairyDetail detail);

/* The place of the label in what was appended, with its quotes, in bytes; len 0 = there is none. */
typedef struct {
    gsize at, len;
} FairyLabelPlace;

/* Appends {"shapeId":…, without the closing brace. Numbers are in model space, and go through
 * `coords`, which remembers them. Texts are cut to `max_text` bytes, and names and ids to
 * FAIRY_SHOWN_NAME_BYTES; 0 = nothing is cut. `doc` has the shape; NULL = none has it any more, and
 * nothing is told that only the drawing tells: dashes, heads, fonts, its own names of colours. */
FairyLabelPlace fairy_shape_json(GString *out, SvgDocument *doc, FairyCoords *coords,
                                 const SvgShape *shape, FairyDetail detail, gsize max_text);
/* Appends "x":…,"y":…,"w":…,"h":… of a box that is no shape's: rounded in the same way, but not
 * remembered. */
void fairy_json_add_plain_box(GString *out, const FairyCoords *coords, SvgBox box);
