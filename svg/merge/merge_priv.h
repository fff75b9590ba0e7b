/* A merge at work. Private to svg/merge. */
#pragma once

#include "document/document_priv.h"
#include "document/splice.h"
#include "lock/locks.h"
#include "merge/match.h"

#include <svg/edit.h>
#include <svg/merge.h>

typedef struct _SvgMerging SvgMerging;

/* One thing to do; each can be done by itself. `base` or `ours` may be NULL. */
typedef struct _SvgMergeOp SvgMergeOp;
struct _SvgMergeOp {
    void (*func)(SvgMerging *merging, const SvgMergeOp *op);
    SvgNode *base, *ours;
};

struct _SvgMerging {
    SvgDocument *base, *ours, *theirs;
    gboolean wins;         /* where both changed the same, ours counts; and locks don't bind it */
    SvgMatch *our, *their; /* base ↔ ours, base ↔ theirs */
    SvgEdit *edit;
    GHashTable *home;    /* SvgNode of ours → of theirs: matched, or made */
    GHashTable *settled; /* those of them that both made alike */
    GHashTable *ids;     /* an id in ours → what that element is called in theirs */
    GHashTable *made;    /* the ids (set) that we thought of */
    GHashTable *whole;   /* SvgNode of ours (set) whose content is one thing */
    gboolean in_whole;   /* what is in such an element is looked at */
    GHashTable *going;   /* SvgNode of theirs (set) that we delete */
    GHashTable *bent;    /* SvgNode of base (set): texts whose geometry they changed */
    GArray *ops;         /* SvgMergeOp, in order */
    GPtrArray *written;  /* SvgNode of theirs that we wrote to */
    GPtrArray *items;    /* SvgMergeItem */
};

/* --- merge.c */

/* Takes `why`. `what` may be NULL. */
void svg_merge_tell(SvgMerging *merging, SvgMergeFate fate, const SvgNode *ours, const char *what,
                    char *why);
/* The same for an error, which is freed. */
void svg_merge_tell_locked(SvgMerging *merging, const SvgNode *ours, const char *what,
                           GError *error);
/* The element of theirs that one of ours is, or was made as; NULL = there is none, or not any
 * more. */
SvgNode *svg_merge_home(const SvgMerging *merging, const SvgNode *ours);
/* Its content is told by one string, and by elements that are lines and spans of it. */
gboolean svg_merge_is_flow(const SvgNode *node);
void svg_merge_plan(SvgMerging *merging, void (*func)(SvgMerging *, const SvgMergeOp *),
                    SvgNode *base, SvgNode *ours);

/* --- attributes.c */

/* Plans what is to be done about what matched elements say. */
void svg_merge_plan_attributes(SvgMerging *merging);
/* Gives those of theirs the ids that we gave, and notes what is called otherwise there. */
void svg_merge_plan_ids(SvgMerging *merging);
/* Whether an attribute of that name is merged here: svg_is_merged(), and locks where they don't
 * bind. */
gboolean svg_merge_has(const SvgMerging *merging, const char *name);
/* What `attr` of ours is to be in theirs: an SvgCopyFunc; `data` is the merging. */
char *svg_merge_value(const SvgAttr *attr, gpointer data);

/* --- tree.c */

/* Puts back into theirs what they deleted of that element of ours, where ours wins. Returns it;
 * NULL = it stays deleted. */
SvgNode *svg_merge_restore(SvgMerging *merging, SvgNode *ours);
/* Plans what came, went to another place, or says other words; and, last of all, what went. */
void svg_merge_plan_tree(SvgMerging *merging);
void svg_merge_plan_removals(SvgMerging *merging);
