/* What most shapes of a view look like, so that a list tells only the looks of the others. Private
 * to core/view. */
#pragma once

#include <fairy/coords.h>
#include <svg/shape.h>

typedef struct _FairyUsual FairyUsual;

/* Reads the looks of the shapes that touch `view` (document space). Free with fairy_usual_free().
 */
FairyUsual *fairy_usual_new(SvgDocument *doc, const FairyCoords *coords, SvgBox view);
void fairy_usual_free(FairyUsual *usual);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyUsual, fairy_usual_free)

/* Returns the looks that most have, by the fields of set-style: "shapes fill=white stroke=black;
 * lines stroke=black". "" where there is nothing to tell. Free with g_free(). */
char *fairy_usual_text(const FairyUsual *usual);
/* Appends " fill=red": what of the shape isn't as most are. */
void fairy_usual_add_looks(const FairyUsual *usual, const SvgShape *shape, GString *out);
