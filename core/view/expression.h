/* A small language for "which shapes": what `count` takes. The manual of that action explains it.
 * Private to core/. */
#pragma once

#include <fairy/coords.h>
#include <fairy/error.h>
#include <svg/shape.h>

/* The shapes of `doc` for which `text` holds, in paint order; groups and layers only where it
 * speaks of them. Numbers in it are those of model space. SvgShape, the array's. NULL with
 * FAIRY_ERROR_ACTION (a sentence without subject) when it can't be read. */
GPtrArray *fairy_expression_find(SvgDocument *doc, const FairyCoords *coords, const char *text,
                                 GError **error);
