/* Model space: what a model reads and writes. Document space minus the conversation's origin, in
 * steps that suit the drawing's size, rounded to whole numbers. Its points have types of their own,
 * so that mixing the spaces doesn't compile. */
#pragma once

#include <svg/geometry.h>

#include <glib.h>

typedef struct {
    double x, y;
} FairyPoint;

typedef struct {
    double x, y, w, h;
} FairyBox;

typedef struct _FairyCoords FairyCoords;

/* `step` document units are 1 in model space; 1 for most drawings. */
FairyCoords *fairy_coords_new(SvgPoint origin, double step);
void fairy_coords_free(FairyCoords *coords);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyCoords, fairy_coords_free)
/* Document space, for who works on the file itself: the step is 1, and what is shown are whole
 * numbers, or in a drawing too small for them, decimals that suit it. */
FairyCoords *fairy_coords_new_document(SvgPoint origin, SvgBox page);
/* A step for a drawing whose page is `page`: 1, or a power of ten such that the longer side has
 * between 100 and 100 000 steps. */
double fairy_coords_step_for(SvgBox page);

/* What fairy_coords_show() would give; remembers nothing. */
double fairy_coords_round(const FairyCoords *coords, const char *property, double document_value);
FairyBox fairy_coords_round_box(const FairyCoords *coords, SvgBox box); /* w, h at least 0 */

/* Exact, no rounding. */
FairyPoint fairy_coords_to_model(const FairyCoords *coords, SvgPoint p);
SvgPoint fairy_coords_to_document(const FairyCoords *coords, FairyPoint p);
double fairy_coords_length_to_model(const FairyCoords *coords, double length);
double fairy_coords_length_to_document(const FairyCoords *coords, double length);

/* What the model is shown for the box of shape `id`: rounded, halves up (reference/actions.md
 * §3.6). Remembers the exact values. */
FairyBox fairy_coords_show_box(FairyCoords *coords, const char *id, SvgBox box);
/* One number the model sent back for `property` ("x", "y", "w", "h", "x1", …) of shape `id`, in
 * document space: the exact original if it is the rounded value that was shown, else its own.
 * `id` may be NULL (a new shape). */
double fairy_coords_read(const FairyCoords *coords, const char *id, const char *property,
                         double value);
/* Shows one number likewise: `document_value` is a coordinate or, for "w" and "h", a length. */
double fairy_coords_show(FairyCoords *coords, const char *id, const char *property,
                         double document_value);
