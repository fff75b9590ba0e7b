/* Typed access to arguments that fairy_action_check() has checked. Private to core/action. */
#pragma once

#include "action/executor_priv.h"

/* Returns whether the field was given, and isn't null. */
gboolean fairy_args_has(const cJSON *args, const char *name);
/* Returns a string, borrowed from `args`; NULL if it is absent or null. */
const char *fairy_args_string(const cJSON *args, const char *name);
/* Returns a number; `fallback` if it is absent or null. */
double fairy_args_number(const cJSON *args, const char *name, double fallback);
/* Returns the index of the value in `choices`; `fallback` if it is absent. */
guint fairy_args_choice(const cJSON *args, const char *name, const char *const *choices,
                        guint fallback);
/* Read a length or a point in model space, and return it in document space. */
double fairy_args_length(FairyExecutor *executor, const cJSON *args, const char *name,
                         double fallback);
SvgPoint fairy_args_point(FairyExecutor *executor, const cJSON *args, const char *x, const char *y);
/* Returns FAIRY_POINTS as SvgPoint in document space. Free with g_array_unref(). */
GArray *fairy_args_points(FairyExecutor *executor, const cJSON *args, const char *name);
/* Returns those of "shapeIds" that exist, in their order, NULL-terminated; the others are noted.
 * They count as touched unless they are locked. Free the array with g_free(); the ids are borrowed
 * from `args`. Returns NULL with an error if there are fewer than `least`. */
const char **fairy_args_shapes(FairyExecutor *executor, const cJSON *args, guint least,
                               GError **error);

/* Does the same for an action that only looks at shapes: none counts as touched. */
const char **fairy_args_known(FairyExecutor *executor, const cJSON *args, guint least,
                              GError **error);
/* Reads "x", "y", "w" and "h" into document space. Returns FALSE with an error if the area is too
 * small, too large or too far away to look at. */
gboolean fairy_args_area(FairyExecutor *executor, const cJSON *args, SvgBox *area, GError **error);

/* Returns "x 0, y 20, w 200, h 100" in model space, for a message. Free with g_free(). */
char *fairy_area_words(FairyExecutor *executor, SvgBox area);
/* Returns the text of the field `name` in quotes, e.g. the reason for the action; NULL if it isn't
 * given. Free with g_free(). */
char *fairy_quoted_words(const cJSON *args, const char *name);

/* Fields that several actions have. */
#define FAIRY_FIELD_SHAPE(doc_)                                                               \
    {                                                                                         \
        .name = "shapeId", .type = FAIRY_ID, .doc = (doc_), .aliases = fairy_shape_id_aliases \
    }
#define FAIRY_FIELD_SHAPES(doc_)                                                                 \
    {                                                                                            \
        .name = "shapeIds", .type = FAIRY_IDS, .doc = (doc_), .aliases = fairy_shape_ids_aliases \
    }
/* The four fields that fairy_args_area() reads; some actions can do without, as their `flags_` say.
 */
#define FAIRY_FIELDS_AREA FAIRY_FIELDS_AREA_WITH(0)
#define FAIRY_FIELDS_AREA_WITH(flags_)                                                 \
    {.name = "x", .type = FAIRY_COORDINATE, .flags = (flags_), .doc = "left edge"},    \
        {.name = "y", .type = FAIRY_COORDINATE, .flags = (flags_), .doc = "top edge"}, \
        {.name = "w",                                                                  \
         .type = FAIRY_LENGTH,                                                         \
         .flags = FAIRY_FIELD_POSITIVE | (flags_),                                     \
         .doc = "width",                                                               \
         .aliases = fairy_width_aliases},                                              \
    {                                                                                  \
        .name = "h", .type = FAIRY_LENGTH, .flags = FAIRY_FIELD_POSITIVE | (flags_),   \
        .doc = "height", .aliases = fairy_height_aliases                               \
    }
extern const char *const fairy_width_aliases[];
extern const char *const fairy_height_aliases[];
extern const char *const fairy_shape_id_aliases[];
extern const char *const fairy_shape_ids_aliases[];

/* Names of svg's enumerations, in their order; NULL-terminated. */
extern const char *const fairy_anchor_names[];
extern const char *const fairy_direction_names[];
