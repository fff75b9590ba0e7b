/* How the shapes of a drawing were when it was seen last, in few bytes, so that what others have
 * done to it can be told later, by another process: in the words of shapes, however the file is
 * written by then. */
#pragma once

#include <fairy/coords.h>
#include <svg/document.h>

/* Returns how the shapes are now: what FAIRY_DETAIL_SIMPLE tells of each, packed. Free with
 * g_bytes_unref(). NULL where they are more than FAIRY_MAX_FORMER_SHAPES, or would take more than
 * FAIRY_MAX_FORMER_BYTES. */
GBytes *fairy_former_keep(SvgDocument *doc);

/* Returns what is another now, in the form of fairy_changes_json(); numbers are in the space of
 * `coords`. A shape is known by its id; one whose id was derived, or is another now, by all that is
 * told of it. Not told are: a box of a group or layer that follows from what is in it; shapes that
 * moved with a group that is told; differences of less than a fiftieth of what can be shown. What
 * is in another group or layer has that as "parent". Free with g_free(). "{}" = nothing is another;
 * NULL = `kept` can't be read. */
char *fairy_former_changes(GBytes *kept, SvgDocument *doc, FairyCoords *coords);
