/* What a command becomes when several fairies do it: pieces that change the same together as one
 * fairy would alone. Private to core/offline. */
#pragma once

#include "offline/offline.h"

/* A drawing, and what is selected there; all is borrowed. */
typedef struct {
    SvgDocument *doc;
    SvgPoint origin;
    double step;
    const char *const *selection; /* may be NULL */
} FairyScenery;

/* A task that comes of it. */
typedef struct {
    char *id, *title; /* "column-2", "column 2: number the boxes" */
    char *words;      /* the command */
    SvgBox area;      /* document space */
    GHashTable *ids;  /* set of ids of shapes that become others, or are made */
} FairyShare;

/* Begins to read `words` for a fairy that may change what lies in `area` (empty: all of the
 * drawing). Free with fairy_plan_free(). */
FairyPlan *fairy_scenery_begin(const FairyScenery *at, const char *words, SvgBox area);
/* The same, and reads all of it. */
FairyPlan *fairy_scenery_read(const FairyScenery *at, const char *words, SvgBox area);
/* Divides what was planned for `words` between `n` fairies: a task for each part that the words
 * name
 * ("in each column"), else for as many places as there are fairies; or one for all of it, where
 * another drawing would come of several. FairyShare, never empty; the caller's. */
GPtrArray *fairy_shares(const FairyScenery *at, const FairyPlan *whole, const char *words, guint n);

/* --- steps.c */

/* Adds the plan's actions as text (char *), each about as few shapes as it can be. */
void fairy_plan_add_steps(const FairyPlan *plan, GPtrArray *steps);
/* Whether these are the same, in whatever order; sorts them. */
gboolean fairy_steps_are_same(GPtrArray *a, GPtrArray *b);
/* Adds the ids (char *) of what the action changes or makes. */
void fairy_action_add_ids(const cJSON *action, GHashTable *ids);
/* The ids of what the plan changes or makes: a set. The caller's. */
GHashTable *fairy_plan_changed_ids(const FairyPlan *plan);
