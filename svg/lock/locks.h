/* Locks that hold. Private to svg/; README.md in this folder says what is protected and how. */
#pragma once

#include "document/node.h"

/* Finds what is locked and takes the fingerprints; free of cost after the first time, and for a
 * document without locks. Must be called before the first change. */
void svg_locks_prepare(SvgDocument *doc);

/* Whether `node` may be changed in bytes, place or looks: not when it or an ancestor is locked, it
 * holds something locked, a locked element refers to it, or it came out of an entity.
 * SVG_ERROR_LOCKED with the reason in a sentence. */
gboolean svg_locks_allow_change(SvgDocument *doc, SvgNode *node, GError **error);
/* Whether the looks of a group, which may be changed otherwise, may be changed: not when something
 * in it inherits them that a locked element is drawn with. */
gboolean svg_locks_allow_looks(SvgDocument *doc, SvgNode *node, GError **error);
/* The same for its way into another parent, if what is inherited there differs. */
gboolean svg_locks_allow_parent(SvgDocument *doc, SvgNode *node, const SvgNode *parent,
                                GError **error);
/* As svg_locks_allow_change(), for everything in the subtree: may it be deleted? */
gboolean svg_locks_allow_delete(SvgDocument *doc, SvgNode *node, GError **error);
/* Whether children may be put into `parent`. */
gboolean svg_locks_allow_children(SvgDocument *doc, SvgNode *parent, GError **error);

/* Nothing is locked any more, until svg_locks_prepare() finds anew what is, and takes new
 * fingerprints: for what the person does in another program, where locks are theirs to set. No
 * edit may be open. */
void svg_locks_suspend(SvgDocument *doc);
/* Ends that. */
void svg_locks_resume(SvgDocument *doc);

/* The guard of a transaction: compares fingerprints if the open log wrote to anything that a locked
 * element depends on. */
gboolean svg_locks_guard(SvgDocument *doc, GError **error);
