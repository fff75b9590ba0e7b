/* Which shapes: one small language for a list of ids of any action ("shapeIds"), for the action
 * count, and for `fairy query --select`.
 *
 *   all - these                 every shape but those that the person has selected
 *   kind=arrow & !touches(db)   arrows that don't end at db
 *   in flow                     what is in that group or layer, or lies within that shape
 *   text~"auth" | color=red     texts that contain it, and what is red
 *   w > 100, in 0,0,400,300     conditions with numbers, and areas, in model space
 *   the red boxes               words, as people mean them
 *
 * Conditions are a field (type or kind, color, fill, stroke, text, name, id, parent, from, to, x,
 * y, w, h, area), a sign (=, !=; of numbers <, <=, >, >=; of texts ~, "contains", "starts with",
 * "ends with") and a value; "in" and "touching" an area x,y,w,h; "in ID"; "touches(ID)": what ends
 * at a shape or, of an arrow, what it joins, or else what lies against it or overlaps it; all;
 * these; words of kinds and colours; locked, unlocked, labelled, unlabelled; an id. They are joined
 * by & or "and" (or nothing), | or "or", ! or "not", - or "except", and parentheses. "and" binds
 * closest; the others are read from the left. Case makes no difference but in ids. */
#pragma once

#include <fairy/coords.h>
#include <fairy/error.h>
#include <svg/shape.h>

/* Returns the shapes (SvgShape) of `doc` for which the expression holds, in paint order; groups and
 * layers only if it names them. Numbers in it are in model space. `these` are the ids of what the
 * person has selected, NULL-terminated; NULL = nobody knows, and an expression that asks for them
 * fails. Free with g_ptr_array_unref(). Returns NULL with FAIRY_ERROR_ACTION, which says at which
 * character and what is expected there, if it can't be read. */
GPtrArray *fairy_expression_find(SvgDocument *doc, const FairyCoords *coords,
                                 const char *const *these, const char *text, GError **error);
/* Returns whether a text is an expression rather than one id that isn't there: it has a sign, a
 * blank or a quote, or is "all" or "these". */
gboolean fairy_expression_is(const char *text);
