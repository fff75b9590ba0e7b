/* Shapes as a model writes them in create and update. Private to core/action. */
#pragma once

#include "action/args.h"

/* The fields of a new shape and of a patch; they differ in the id, the kinds, and what is required.
 */
extern const FairyField fairy_new_shape_fields[];
extern const FairyField fairy_shape_patch_fields[];

/* The fields for the place of a new shape, for actions that create one. */
#define FAIRY_FIELD_PLACE(name_, aliases_, doc_)                                                 \
    {                                                                                            \
        .name = (name_), .type = FAIRY_ID, .flags = FAIRY_FIELD_OPTIONAL, .aliases = (aliases_), \
        .doc = (doc_)                                                                            \
    }
#define FAIRY_FIELDS_PLACE                                                                      \
    FAIRY_FIELD_PLACE("parent", fairy_parent_aliases, "id of the group or layer it goes into"), \
        FAIRY_FIELD_PLACE("above", fairy_above_aliases,                                         \
                          "id of the shape it goes right on top of"),                           \
        FAIRY_FIELD_PLACE("below", fairy_below_aliases, "id of the shape it goes right under")
extern const char *const fairy_parent_aliases[];
extern const char *const fairy_above_aliases[];
extern const char *const fairy_below_aliases[];
/* Names of svg's enumerations, in their order; the first route is "straight". NULL-terminated. */
extern const char *const fairy_fill_names[];
extern const char *const fairy_fit_names[];
extern const char *const fairy_route_names[];
extern const char *const fairy_side_names[];
extern const char *const fairy_head_names[];
extern const char *const fairy_start_head_aliases[];
extern const char *const fairy_end_head_aliases[];
extern const char *const fairy_from_side_aliases[];
extern const char *const fairy_to_side_aliases[];
/* Other names of labelPosition. */
extern const char *const fairy_position_aliases[];

/* What is known of a line that was changed. */
typedef struct {
    gboolean among;      /* others were changed with it: it is named */
    SvgPoint start, end; /* where nothing said that they would go elsewhere; NAN: something did */
    GArray *crossings;   /* what it ran through already (fairy_line_crossings()); NULL = nothing */
} FairyLineBefore;

/* Returns what the line `id` runs through, as svg_edit_crossings() does; NULL when `spec` doesn't
 * say where it goes. Free with g_array_unref(). */
GArray *fairy_line_crossings(FairyExecutor *executor, const SvgSpec *spec, const char *id);

/* Says of the line or arrow `id`, if where it goes was given, what else it runs through; if ends of
 * it were given by numbers, which shapes its ends are at; which other end is elsewhere than it was;
 * and which text carries its words, and where, if they were given, or have gone along. `before`:
 * NULL for a new line. */
void fairy_tell_line(FairyExecutor *executor, const SvgSpec *spec, const char *id,
                     const FairyLineBefore *before);

/* Sets the members of `spec` that say where the shape goes. Strings are borrowed from `args`. */
void fairy_place_spec(const cJSON *args, SvgSpec *spec);
/* Fills `spec` from `shape`, except the id, in document space. Strings are borrowed from `shape`.
 * Ends that name no shape are noted and left out. `id` is that of an existing shape, whose exact
 * numbers are restored (fairy_coords_read()); NULL for a new one. */
void fairy_shape_spec(FairyExecutor *executor, const cJSON *shape, const char *id, SvgSpec *spec);
