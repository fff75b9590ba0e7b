/* Colours and fills of an element. Private to svg/edit. */
#pragma once

#include "edit/defs.h"
#include "edit/property.h"

/* Paints a shape of our own from scratch: stroke, and a fill made from the same colour. */
gboolean svg_paint_new(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error);
/* Nothing is said about its colours: it looks as others of its sort do, where there are some. */
gboolean svg_paint_is_common(const SvgSpec *spec);
/* Changes colour and fill of an existing shape, or of everything free in a group; only what
 * spec->color and SVG_SPEC_FILL ask for. */
gboolean svg_paint_existing(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error);
/* svg_document_color(), the caller's; NULL with SVG_ERROR_INVALID for what is no colour. */
char *svg_paint_css(SvgEdit *edit, const char *name, gboolean tint, GError **error);
/* The colour of words that lie on that fill: where it is plain, one that stands out from it by 4.5
 * to 1. The caller's. */
char *svg_ink_on(SvgEdit *edit, const SvgPaint *fill);
/* The same with `own`, 0xRRGGBB, in the place of the drawing's colour of words. */
char *svg_ink_like(guint32 own, const SvgPaint *fill);
/* How far words of that colour stand out from a plain fill: svg_contrast(). */
double svg_ink_contrast(guint32 ink, const SvgPaint *fill);
/* The id of an arrowhead marker in that colour; makes it in <defs> on first use. */
const char *svg_arrowhead(SvgEdit *edit, const char *css);
/* The same of one that looks as the heads do that are shapes of their own beside the drawing's
 * arrows, in form and size; `scale` is by how much lengths of the line grow in the drawing. At the
 * `start` of a line it looks back. NULL where there are none. */
const char *svg_drawn_head(SvgEdit *edit, const char *css, double scale, gboolean start);
