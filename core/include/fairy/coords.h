/* Model space: the coordinates that a model reads and writes. A model-space value is the document
 * value (user units of the root viewBox, y down) minus the conversation's origin, divided by a step
 * that suits the drawing's size, and rounded to whole numbers when it is shown. Points and boxes of
 * model space have types of their own, so that code that mixes the two spaces doesn't compile. */
#pragma once

#include <svg/document.h>
#include <svg/geometry.h>

#include <glib.h>

typedef struct {
    double x, y;
} FairyPoint;

typedef struct {
    double x, y, w, h;
} FairyBox;

typedef struct _FairyCoords FairyCoords;

/* Makes a model space whose zero is at `origin` (document space). One unit of it is `step` document
 * units, which is 1 for most drawings; a step that isn't a positive number counts as 1. Free with
 * fairy_coords_free(). */
FairyCoords *fairy_coords_new(SvgPoint origin, double step);
/* Frees the space and what it remembers. Accepts NULL. */
void fairy_coords_free(FairyCoords *coords);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyCoords, fairy_coords_free)
/* Makes a space for callers that work on the file itself: its step is 1, so that lengths are those
 * of the document. Numbers are shown whole or, if `page` is too small for whole numbers, with as
 * many decimals as fairy_coords_step_for() asks for. Free with fairy_coords_free(). */
FairyCoords *fairy_coords_new_document(SvgPoint origin, SvgBox page);
/* Returns the step for a drawing with this page (document space): 1, or the power of ten with which
 * the longer side measures between 100 and 100,000 steps. */
double fairy_coords_step_for(SvgBox page);
/* Returns the step for a conversation about the drawing: that for its page, or a finer one, with
 * which the letters of the drawing are at least 8 steps high. */
double fairy_coords_step_of(SvgDocument *doc);

/* Return the rounded model-space value that fairy_coords_show() or fairy_coords_show_box() would,
 * without remembering it. Negative sides of a box become 0. */
double fairy_coords_round(const FairyCoords *coords, const char *property, double document_value);
FairyBox fairy_coords_round_box(const FairyCoords *coords, SvgBox box);

/* Convert exactly, without rounding. */
FairyPoint fairy_coords_to_model(const FairyCoords *coords, SvgPoint p);
SvgPoint fairy_coords_to_document(const FairyCoords *coords, FairyPoint p);
double fairy_coords_length_to_model(const FairyCoords *coords, double length);
double fairy_coords_length_to_document(const FairyCoords *coords, double length);

/* Returns the box of shape `id` as the model is shown it: in model space, rounded, halves up. The
 * exact values are remembered under `id` for fairy_coords_read(), unless it is NULL. */
FairyBox fairy_coords_show_box(FairyCoords *coords, const char *id, SvgBox box);
/* Converts `value`, which the model sent for `property` of shape `id`, to document space. Returns
 * the exact original if `value` is the rounded number that the model was shown, else `value` itself
 * converted. `property` is "x", "y", "w", "h", "x1", "y1", "x2", "y2" or "bend"; of any other name
 * nothing is remembered. `id` is NULL for a new shape. */
double fairy_coords_read(const FairyCoords *coords, const char *id, const char *property,
                         double value);
/* Does for one number what fairy_coords_show_box() does for a box. `document_value` is a position
 * if the name of `property` begins with x or y, else a length. `id` may be NULL. */
double fairy_coords_show(FairyCoords *coords, const char *id, const char *property,
                         double document_value);
