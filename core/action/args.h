/* Typed access to arguments that fairy_action_check() has checked. */
#pragma once

#include "action/executor_priv.h"

/* Given, and not null. */
gboolean fairy_args_has(const cJSON *args, const char *name);
/* NULL when absent or null. Borrowed. */
const char *fairy_args_string(const cJSON *args, const char *name);
double fairy_args_number(const cJSON *args, const char *name, double fallback);
/* Which of `choices` it is. */
guint fairy_args_choice(const cJSON *args, const char *name, const char *const *choices,
                        guint fallback);
/* Model space in, document space out. */
double fairy_args_length(FairyExecutor *executor, const cJSON *args, const char *name,
                         double fallback);
SvgPoint fairy_args_point(FairyExecutor *executor, const cJSON *args, const char *x, const char *y);
/* FAIRY_POINTS, in document space; SvgPoint, the caller's. */
GArray *fairy_args_points(FairyExecutor *executor, const cJSON *args, const char *name);
/* Those of "shapeIds" that exist, in their order; the others are noted. They count as touched
 * unless locked. Fewer than `least` are an error. NULL-terminated; free the array only, the ids are
 * the args'. */
const char **fairy_args_shapes(FairyExecutor *executor, const cJSON *args, guint least,
                               GError **error);

/* The same, for an action that only looks at them: none counts as touched. */
const char **fairy_args_known(FairyExecutor *executor, const cJSON *args, guint least,
                              GError **error);
/* "x", "y", "w" and "h", into document space. FALSE when nobody could look at it: too small, too
 * large or too far away. */
gboolean fairy_args_area(FairyExecutor *executor, const cJSON *args, SvgBox *area, GError **error);

/* "x 0, y 20, w 200, h 100" in model space, for a message; the caller's. */
char *fairy_area_words(FairyExecutor *executor, SvgBox area);
/* The text `name` in quotes, e.g. what the action is done for; NULL where it isn't given. The
 * caller's. */
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
/* What fairy_args_area() reads: four rows. */
#define FAIRY_FIELDS_AREA                                                                  \
    {.name = "x", .type = FAIRY_COORDINATE, .doc = "left edge"},                           \
        {.name = "y", .type = FAIRY_COORDINATE, .doc = "top edge"},                        \
        {.name = "w",                                                                      \
         .type = FAIRY_LENGTH,                                                             \
         .flags = FAIRY_FIELD_POSITIVE,                                                    \
         .doc = "width",                                                                   \
         .aliases = fairy_width_aliases},                                                  \
    {                                                                                      \
        .name = "h", .type = FAIRY_LENGTH, .flags = FAIRY_FIELD_POSITIVE, .doc = "height", \
        .aliases = fairy_height_aliases                                                    \
    }
extern const char *const fairy_width_aliases[];
extern const char *const fairy_height_aliases[];
extern const char *const fairy_shape_id_aliases[];
extern const char *const fairy_shape_ids_aliases[];

/* The names of svg's enumerations, in their order. */
extern const char *const fairy_anchor_names[];
extern const char *const fairy_direction_names[];
