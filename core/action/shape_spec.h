/* A shape as a model writes it, for create and update. */
#pragma once

#include "action/args.h"

/* The same fields, but for the id, the kinds, and what is required. */
extern const FairyField fairy_new_shape_fields[];
extern const FairyField fairy_shape_patch_fields[];

/* Fills `spec` with what `shape` gives, all but the id; document space. Strings are the args'. Ends
 * that name no shape are noted and left out. `id` is that of the shape if there is one: its numbers
 * are taken as <fairy/coords.h> says; else NULL. */
void fairy_shape_spec(FairyTurn *turn, const cJSON *shape, const char *id, SvgSpec *spec);
