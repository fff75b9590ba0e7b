/* Computed styles that elements have in common. An element that declares what another one did,
 * under a parent with the same style, looks the same: its style is copied instead of computed.
 * Private to style/. */
#pragma once

#include "style/css.h"

#define SVG_SHARE_KEY 4096 /* bytes; an element that declares more has its style computed */

/* Everything a style is made of: the parent's serial, and what the element declares. */
typedef struct {
    guint len; /* 0: the style can't be shared */
    guint64 hash;
    char bytes[SVG_SHARE_KEY];
} SvgShareKey;

typedef struct _SvgShares SvgShares;

SvgShares *svg_shares_new(void);
void svg_shares_free(SvgShares *shares);

/* `rules` (guint) are those that match. */
void svg_share_key(const SvgNode *node, const SvgStyle *parent, const GArray *rules,
                   SvgShareKey *out);
/* Fills `style` with the one of that key; FALSE when none is remembered. */
gboolean svg_share_find(const SvgShares *shares, const SvgShareKey *key, SvgStyle *style);
/* Gives `style` a serial of its own, and remembers it under `key` if `shared`: when it is made of
 * nothing but what the key holds. The latest thousand are remembered. */
void svg_share_add(SvgShares *shares, const SvgShareKey *key, gboolean shared, SvgStyle *style);
