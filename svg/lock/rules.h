/* Which rules of the style sheets are for what something locked is drawn with, where that may
 * change without a change to any of it: "rect + rect" is for another one when the first goes.
 * Private to lock/. */
#pragma once

#include "document/hash.h"
#include "document/log.h"

typedef struct _SvgLockRules SvgLockRules;

/* NULL when the rules for an element depend on nothing but what can't change anyway. */
SvgLockRules *svg_lock_rules_new(SvgDocument *doc);
/* Takes NULL. */
void svg_lock_rules_free(SvgLockRules *rules);
/* Whether what was done to a node may let other rules match. `is_parent`: something locked, or what
 * it is drawn with, is in it. */
gboolean svg_lock_rules_concern(const SvgLockRules *rules, const SvgLogNode *entry,
                                gboolean is_parent);
/* The drawing has changed since svg_lock_rules_new(), or this: rules are looked for again. */
void svg_lock_rules_renew(SvgLockRules *rules);
/* Whether any is for the element. */
gboolean svg_lock_rules_any(SvgLockRules *rules, SvgNode *node);
/* Adds which rules are for the element. */
void svg_lock_rules_hash(SvgLockRules *rules, SvgNode *node, SvgHasher *sum);
/* The selectors of a rule that is for the element now and wasn't when it was first looked at, or
 * the other way round; NULL when there is none. Borrowed. */
const char *svg_lock_rules_changed(SvgLockRules *rules, SvgNode *node);
