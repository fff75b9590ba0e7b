/* A small cache of computed styles, each place holding the latest that falls there. */
#include "style/share.h"

#include "document/hash.h"
#include "values/properties.h"

#include <string.h>

#define PLACES 1024 /* a power of two */

typedef struct {
    guint64 hash;
    guint len;
    char *bytes; /* of the key */
    SvgStyle style;
} Shared;

struct _SvgShares {
    guint64 serials; /* given out */
    Shared *places[PLACES];
};

static void free_shared(Shared *shared)
{
    if (shared) {
        g_free(shared->bytes);
        g_free(shared);
    }
}

SvgShares *svg_shares_new(void)
{
    SvgShares *shares = g_new0(SvgShares, 1);
    shares->serials = SVG_STYLE_INITIAL_SERIAL;
    return shares;
}

void svg_shares_free(SvgShares *shares)
{
    for (guint i = 0; i < PLACES; i++) {
        free_shared(shares->places[i]);
    }
    g_free(shares);
}

/* --- keys ------------------------------------------------------------------------------------- */

/* FALSE, and no key, when there is no room. */
static gboolean add_bytes(SvgShareKey *key, gconstpointer bytes, gsize len)
{
    if (len > sizeof key->bytes - key->len) {
        return FALSE;
    }
    if (len) {
        memcpy(key->bytes + key->len, bytes, len);
    }
    key->len += (guint)len;
    return TRUE;
}

/* Names are one per document: the pointer says which. */
static gboolean add_attributes(SvgShareKey *key, const SvgNode *node)
{
    gboolean room = TRUE;
    for (guint i = 0; room && i < node->n_attrs; i++) {
        const SvgAttr *attr = &node->attrs[i];
        if (attr->name->is_style) {
            room = add_bytes(key, &attr->name, sizeof(gpointer)) &&
                   add_bytes(key, attr->value, strlen(attr->value) + 1);
        }
    }
    return room;
}

void svg_share_key(const SvgNode *node, const SvgStyle *parent, const GArray *rules,
                   SvgShareKey *out)
{
    out->len = 0;
    gboolean room = parent->serial && add_bytes(out, &parent->serial, sizeof parent->serial) &&
                    add_bytes(out, &rules->len, sizeof rules->len) &&
                    add_bytes(out, rules->data, rules->len * sizeof(guint)) &&
                    add_attributes(out, node);
    out->len = room ? out->len : 0;
    out->hash = svg_hash(out->bytes, out->len, 0);
}

/* --- the cache -------------------------------------------------------------------------------- */

gboolean svg_share_find(const SvgShares *shares, const SvgShareKey *key, SvgStyle *style)
{
    const Shared *shared = shares->places[key->hash % PLACES];
    gboolean found = shared && key->len && shared->hash == key->hash && shared->len == key->len &&
                     memcmp(shared->bytes, key->bytes, key->len) == 0;
    if (found) {
        *style = shared->style;
    }
    return found;
}

void svg_share_add(SvgShares *shares, const SvgShareKey *key, gboolean shared, SvgStyle *style)
{
    style->serial = ++shares->serials;
    if (!shared || !key->len) {
        return;
    }
    Shared **place = &shares->places[key->hash % PLACES];
    free_shared(*place);
    *place = g_new(Shared, 1);
    **place = (Shared){key->hash, key->len, g_memdup2(key->bytes, key->len), *style};
}
