/* A shape as a model writes it, for create and update. */
#pragma once

#include "action/args.h"

/* The same fields, but for the id, the kinds, and what is required. */
extern const FairyField fairy_new_shape_fields[];
extern const FairyField fairy_shape_patch_fields[];

/* Where a new shape goes, for those that make one. */
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
/* The names of svg's enumerations, in their order; of routes "straight" is the first. */
extern const char *const fairy_fill_names[];
extern const char *const fairy_fit_names[];
extern const char *const fairy_route_names[];

/* The members of `spec` that say where it goes. */
void fairy_place_spec(const cJSON *args, SvgSpec *spec);
/* Fills `spec` with what `shape` gives, all but the id; document space. Strings are the args'. Ends
 * that name no shape are noted and left out. `id` is that of the shape if there is one: its numbers
 * are taken as <fairy/coords.h> says; else NULL. */
void fairy_shape_spec(FairyExecutor *executor, const cJSON *shape, const char *id, SvgSpec *spec);
