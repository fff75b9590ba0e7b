/* Shapes that are another than they were. Private to core/view. */
#pragma once

#include <fairy/coords.h>
#include <svg/shape.h>

#include <cjson/cJSON.h>

/* One shape, before and after, as fairy_changed_shape() gives it; NULL where it isn't there. */
typedef struct {
    char *id;
    cJSON *before, *after;
    GPtrArray *by; /* char *: who changed it; NULL = that isn't told */
} FairyChanged;

/* Frees one of them. */
void fairy_changed_free(gpointer data);
/* Returns all that is told of a shape of `doc`; NULL = it, or what it is compared with, is of a
 * former state. Free with cJSON_Delete(). */
cJSON *fairy_changed_shape(SvgDocument *doc, FairyCoords *coords, const SvgShape *shape);
/* Returns what fairy_changes_json() does, of FairyChanged, which lose what is the same before and
 * after. `lost`: it isn't all. Free with g_free(). NULL = nothing is another. */
char *fairy_changed_json(const GPtrArray *entries, gboolean lost);
