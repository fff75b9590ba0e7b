/* What something locked is drawn with. Private to lock/. */
#pragma once

#include "document/node.h"

/* What concerns all locks of a document; none of it is added or removed while there are any. */
typedef struct {
    SvgDocument *doc;
    GPtrArray *sheets;     /* <style> */
    GPtrArray *animations; /* <animate>, <set> and the like */
    GHashTable *twins;     /* id → GPtrArray of those that have it, where there are several */
} SvgLockScene;

/* Adds `node` to the scene, if it belongs there. */
void svg_lock_scene_add(SvgLockScene *scene, SvgNode *node);
/* Finds the twins, whose order may have changed. */
void svg_lock_scene_renew(SvgLockScene *scene);

typedef struct {
    const SvgLockScene *scene;
    SvgNode *locked;  /* NULL: that is of the sheets, which are for every lock */
    GPtrArray *nodes; /* SvgNode: all that it refers to, directly or not, and what animates that */
    GPtrArray *missing; /* ids that are referred to and nobody has: who takes one would be drawn */
    GHashTable *how;    /* of `nodes`: how they are referred to */
    GHashTable *above;  /* what has been looked at for what it gives to those in it */
    GHashTable *ids;    /* that were missing */
    GPtrArray *work;    /* SvgNode: to visit, of which `done` are */
    guint done;
    const SvgNode *from;      /* what refers to something just now; NULL for a style sheet */
    const SvgName *attribute; /* and by what */
} SvgClosure;

SvgClosure *svg_closure_new(const SvgLockScene *scene);
void svg_closure_free(SvgClosure *closure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgClosure, svg_closure_free)
/* Makes it that of `locked`; of one after the other, which costs less than a new one for each. */
void svg_closure_find(SvgClosure *closure, SvgNode *locked);
/* Whether `node`, one of its nodes, inherits from what it is in: what a clone shows inherits from
 * the clone. */
gboolean svg_closure_inherits(const SvgClosure *closure, const SvgNode *node);
/* Whether `node`, one of its nodes, holds what is locked and isn't drawn with it: it may change
 * around that. */
gboolean svg_closure_is_around(const SvgClosure *closure, const SvgNode *node);
