/* Sums of all that must stay as it is of something locked. Private to lock/. */
#pragma once

#include "lock/closure.h"
#include "lock/rules.h"

typedef struct {
    guint64 own;    /* bytes, place, what is inherited, what is referred to */
    guint64 rules;  /* which rules of the sheets are for all of that */
    guint64 choice; /* what a <switch> around it may choose before it */
} SvgFingerprint;

/* What is the same for all locks: the sheets' text, and what they refer to. `rules` may be NULL, as
 * in the others. */
SvgFingerprint svg_fingerprint_sheets(const SvgClosure *closure, SvgLockRules *rules);
SvgFingerprint svg_fingerprint(const SvgClosure *closure, SvgLockRules *rules,
                               SvgFingerprint sheets);
/* What children of `parent` inherit, wherever they are drawn. */
guint64 svg_fingerprint_inherited(const SvgNode *parent);
/* See svg_lock_rules_changed(): of all that the closure, or the sheets', is about. */
const char *svg_fingerprint_changed_rule(const SvgClosure *closure, SvgLockRules *rules);
