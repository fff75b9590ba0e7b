/* Elements that no selector can tell apart: of one type, with the same values of all attributes
 * that the sheets ask for, in elements that can't be told apart either. Their rules are looked for
 * once. */
#include "style/style_sharing.h"

#include "document/hash.h"
#include "values/css_limits.h"

#include <string.h>

/* Elements that are alike. */
typedef struct {
    guint64 hash;
    const char *key; /* what is the same of them */
    gsize len;
    GArray *rules; /* guint: those that match; NULL until found */
} Alike;

struct _SvgStyleSharing {
    gboolean useless;    /* siblings or children decide, too, or there are too many */
    GHashTable *ids;     /* that are asked for */
    GPtrArray *attrs;    /* other attributes that are */
    GHashTable *all;     /* Alike → itself */
    GHashTable *parents; /* element with children → its Alike */
    GString *key;        /* room for one */
};

static guint alike_hash(gconstpointer alike)
{
    return (guint)((const Alike *)alike)->hash;
}

static gboolean alike_equal(gconstpointer one, gconstpointer other)
{
    const Alike *a = one, *b = other;
    return a->hash == b->hash && a->len == b->len && memcmp(a->key, b->key, a->len) == 0;
}

static void alike_free(gpointer data)
{
    Alike *alike = data;
    g_clear_pointer(&alike->rules, g_array_unref);
    g_free((char *)alike->key);
    g_free(alike);
}

/* --- what is asked for ------------------------------------------------------------------------ */

/* One more than the limit, at most: it tells that there are too many. */
static void add_attr(SvgStyleSharing *sharing, const char *name)
{
    if (sharing->attrs->len <= SVG_CSS_MAX_KIN_ATTRS &&
        !g_ptr_array_find_with_equal_func(sharing->attrs, name, g_str_equal, NULL)) {
        g_ptr_array_add(sharing->attrs, (gpointer)name);
    }
}

static void read_test(SvgStyleSharing *sharing, const SvgCssTest *test)
{
    switch (test->kind) {
    case SVG_CSS_ID:
        g_hash_table_add(sharing->ids, (gpointer)test->name);
        break;
    case SVG_CSS_CLASS:
        add_attr(sharing, "class");
        break;
    case SVG_CSS_NTH:
    case SVG_CSS_HAS:
    case SVG_CSS_EMPTY:
    case SVG_CSS_LINK:
    case SVG_CSS_LANG:
        sharing->useless = TRUE;
        break;
    case SVG_CSS_TYPE:
    case SVG_CSS_ROOT:
    case SVG_CSS_NEVER:
    case SVG_CSS_ANY: /* their tests are among the others */
    case SVG_CSS_NOT:
        break;
    default:
        add_attr(sharing, test->name);
    }
}

SvgStyleSharing *svg_style_sharing_new(const SvgSheets *sheets)
{
    SvgStyleSharing *sharing = g_new0(SvgStyleSharing, 1);
    sharing->ids = g_hash_table_new(g_str_hash, g_str_equal);
    sharing->attrs = g_ptr_array_new();
    sharing->all = g_hash_table_new_full(alike_hash, alike_equal, alike_free, NULL);
    sharing->parents = g_hash_table_new(NULL, NULL);
    sharing->key = g_string_new(NULL);
    for (guint i = 0; i < sheets->tests->len; i++) {
        read_test(sharing, &g_array_index(sheets->tests, SvgCssTest, i));
    }
    for (guint i = 0; i < sheets->compounds->len; i++) {
        char combinator = g_array_index(sheets->compounds, SvgCssCompound, i).combinator;
        sharing->useless |= combinator == '+' || combinator == '~';
    }
    sharing->useless |= sharing->attrs->len > SVG_CSS_MAX_KIN_ATTRS;
    return sharing;
}

void svg_style_sharing_free(SvgStyleSharing *sharing)
{
    if (sharing) {
        g_hash_table_unref(sharing->ids);
        g_ptr_array_unref(sharing->attrs);
        g_hash_table_unref(sharing->all);
        g_hash_table_unref(sharing->parents);
        g_string_free(sharing->key, TRUE);
        g_free(sharing);
    }
}

void svg_style_sharing_forget_tree(SvgStyleSharing *sharing)
{
    if (sharing && g_hash_table_size(sharing->parents) > 0) {
        g_hash_table_remove_all(sharing->parents);
    }
}

/* --- the elements ----------------------------------------------------------------------------- */

/* Nothing is another than something empty. */
static void add_value(GString *key, const char *value)
{
    g_string_append_c(key, value ? '=' : '\0');
    if (value) {
        g_string_append_len(key, value, (gssize)strlen(value) + 1);
    }
}

static void write_key(SvgStyleSharing *sharing, const SvgNode *node, const Alike *around)
{
    const void *const where[] = {around, node->name};
    const char *id = svg_node_value(node, SVG_ATTR_ID);
    g_string_truncate(sharing->key, 0);
    g_string_append_len(sharing->key, (const char *)where, sizeof where);
    add_value(sharing->key, id && g_hash_table_contains(sharing->ids, id) ? id : NULL);
    for (guint i = 0; i < sharing->attrs->len; i++) {
        add_value(sharing->key, svg_node_attr(node, sharing->attrs->pdata[i]));
    }
}

/* The one with the key that was written. NULL when there are too many: from then on none is looked
 * for, as each element in one without would look at all that it is in. */
static Alike *find(SvgStyleSharing *sharing)
{
    const GString *key = sharing->key;
    Alike wanted = {svg_hash(key->str, key->len, 0), key->str, key->len, NULL};
    Alike *alike = g_hash_table_lookup(sharing->all, &wanted);
    if (!alike) {
        sharing->useless = g_hash_table_size(sharing->all) == SVG_STYLE_SHARING_MAX;
    }
    if (!alike && !sharing->useless) {
        wanted.key = g_memdup2(key->str, key->len);
        alike = g_memdup2(&wanted, sizeof wanted);
        g_hash_table_add(sharing->all, alike);
    }
    return alike;
}

/* Depth: that of the document, SVG_MAX_DEPTH. */
static Alike *alike_of(SvgStyleSharing *sharing, const SvgNode *node)
{
    Alike *alike = node->first ? g_hash_table_lookup(sharing->parents, node) : NULL;
    if (alike) {
        return alike;
    }
    const Alike *around = node->parent ? alike_of(sharing, node->parent) : NULL;
    if (node->parent && !around) {
        return NULL;
    }
    write_key(sharing, node, around);
    alike = find(sharing);
    if (alike && node->first) {
        g_hash_table_insert(sharing->parents, (gpointer)node, alike);
    }
    return alike;
}

GArray *svg_style_sharing_rules(SvgStyleSharing *sharing, const SvgNode *node, gboolean *known)
{
    Alike *alike = sharing->useless ? NULL : alike_of(sharing, node);
    *known = alike && alike->rules;
    if (alike && !alike->rules) {
        alike->rules = g_array_new(FALSE, FALSE, sizeof(guint));
    }
    return alike ? alike->rules : NULL;
}

/* Most elements of a drawing have no class, and no sheet names their id or type: where it asks for
 * nothing else, their kind needn't be known. */
gboolean svg_css_may_match(const SvgSheets *sheets, const SvgNode *node)
{
    const char *id = g_hash_table_size(sheets->by_id) ? svg_node_value(node, SVG_ATTR_ID) : NULL;

    return sheets->others->len > 0 ||
           (g_hash_table_size(sheets->by_class) && svg_node_value(node, SVG_ATTR_CLASS)) ||
           (id && g_hash_table_contains(sheets->by_id, id)) ||
           (g_hash_table_size(sheets->by_type) &&
            g_hash_table_contains(sheets->by_type, svg_css_type(sheets, node)));
}
