/* The expressions of the action count: a small language for "which shapes", explained by the manual
 * of that action. Private to core/. */
#pragma once

#include <fairy/coords.h>
#include <fairy/error.h>
#include <svg/shape.h>

/* Returns the shapes (SvgShape) of `doc` for which the expression holds, in paint order; groups and
 * layers only if it names them. Numbers in it are in model space. Free with g_ptr_array_unref().
 * Returns NULL with FAIRY_ERROR_ACTION, a predicate without a subject, if it can't be read. */
GPtrArray *fairy_expression_find(SvgDocument *doc, const FairyCoords *coords, const char *text,
                                 GError **error);
