/* Elements that no selector can tell apart: of one type, with the same values of all attributes
 * that the sheets ask for, in elements that can't be told apart either. Their rules are looked for
 * once. */
#include "style/css_kin.h"

#include "document/hash.h"
#include "values/css_limits.h"

#include <string.h>

/* Elements that are alike. */
typedef struct {
    guint64 hash;
    const char *key; /* what is the same of them */
    gsize len;
    GArray *rules; /* guint: those that match; NULL until found */
} Kin;

struct _SvgCssKins {
    gboolean useless;    /* siblings or children decide, too, or there are too many */
    GHashTable *ids;     /* that are asked for */
    GPtrArray *attrs;    /* other attributes that are */
    GHashTable *all;     /* Kin → itself */
    GHashTable *parents; /* element with children → its Kin */
    GString *key;        /* room for one */
};

static guint kin_hash(gconstpointer kin)
{
    return (guint)((const Kin *)kin)->hash;
}

static gboolean kin_equal(gconstpointer one, gconstpointer other)
{
    const Kin *a = one, *b = other;
    return a->hash == b->hash && a->len == b->len && memcmp(a->key, b->key, a->len) == 0;
}

static void kin_free(gpointer data)
{
    Kin *kin = data;
    g_clear_pointer(&kin->rules, g_array_unref);
    g_free((char *)kin->key);
    g_free(kin);
}

/* --- what is asked for ------------------------------------------------------------------------ */

/* One more than the limit, at most: it tells that there are too many. */
static void add_attr(SvgCssKins *kins, const char *name)
{
    if (kins->attrs->len <= SVG_CSS_MAX_KIN_ATTRS &&
        !g_ptr_array_find_with_equal_func(kins->attrs, name, g_str_equal, NULL)) {
        g_ptr_array_add(kins->attrs, (gpointer)name);
    }
}

static void read_test(SvgCssKins *kins, const SvgCssTest *test)
{
    switch (test->kind) {
    case SVG_CSS_ID:
        g_hash_table_add(kins->ids, (gpointer)test->name);
        break;
    case SVG_CSS_CLASS:
        add_attr(kins, "class");
        break;
    case SVG_CSS_NTH:
    case SVG_CSS_HAS:
    case SVG_CSS_EMPTY:
    case SVG_CSS_LINK:
    case SVG_CSS_LANG:
        kins->useless = TRUE;
        break;
    case SVG_CSS_TYPE:
    case SVG_CSS_ROOT:
    case SVG_CSS_NEVER:
    case SVG_CSS_ANY: /* their tests are among the others */
    case SVG_CSS_NOT:
        break;
    default:
        add_attr(kins, test->name);
    }
}

SvgCssKins *svg_css_kins_new(const SvgSheets *sheets)
{
    SvgCssKins *kins = g_new0(SvgCssKins, 1);
    kins->ids = g_hash_table_new(g_str_hash, g_str_equal);
    kins->attrs = g_ptr_array_new();
    kins->all = g_hash_table_new_full(kin_hash, kin_equal, kin_free, NULL);
    kins->parents = g_hash_table_new(NULL, NULL);
    kins->key = g_string_new(NULL);
    for (guint i = 0; i < sheets->tests->len; i++) {
        read_test(kins, &g_array_index(sheets->tests, SvgCssTest, i));
    }
    for (guint i = 0; i < sheets->compounds->len; i++) {
        char combinator = g_array_index(sheets->compounds, SvgCssCompound, i).combinator;
        kins->useless |= combinator == '+' || combinator == '~';
    }
    kins->useless |= kins->attrs->len > SVG_CSS_MAX_KIN_ATTRS;
    return kins;
}

void svg_css_kins_free(SvgCssKins *kins)
{
    if (kins) {
        g_hash_table_unref(kins->ids);
        g_ptr_array_unref(kins->attrs);
        g_hash_table_unref(kins->all);
        g_hash_table_unref(kins->parents);
        g_string_free(kins->key, TRUE);
        g_free(kins);
    }
}

void svg_css_kins_forget_tree(SvgCssKins *kins)
{
    if (kins && g_hash_table_size(kins->parents) > 0) {
        g_hash_table_remove_all(kins->parents);
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

static void write_key(SvgCssKins *kins, const SvgNode *node, const Kin *around)
{
    const void *const where[] = {around, node->name};
    const char *id = svg_node_value(node, SVG_ATTR_ID);
    g_string_truncate(kins->key, 0);
    g_string_append_len(kins->key, (const char *)where, sizeof where);
    add_value(kins->key, id && g_hash_table_contains(kins->ids, id) ? id : NULL);
    for (guint i = 0; i < kins->attrs->len; i++) {
        add_value(kins->key, svg_node_attr(node, kins->attrs->pdata[i]));
    }
}

/* The one with the key that was written. NULL when there are too many: from then on none is looked
 * for, as each element in one without would look at all that it is in. */
static Kin *find(SvgCssKins *kins)
{
    const GString *key = kins->key;
    Kin wanted = {svg_hash(key->str, key->len, 0), key->str, key->len, NULL};
    Kin *kin = g_hash_table_lookup(kins->all, &wanted);
    if (!kin) {
        kins->useless = g_hash_table_size(kins->all) == SVG_CSS_MAX_KINS;
    }
    if (!kin && !kins->useless) {
        wanted.key = g_memdup2(key->str, key->len);
        kin = g_memdup2(&wanted, sizeof wanted);
        g_hash_table_add(kins->all, kin);
    }
    return kin;
}

/* Depth: that of the document, SVG_MAX_DEPTH. */
static Kin *kin_of(SvgCssKins *kins, const SvgNode *node)
{
    Kin *kin = node->first ? g_hash_table_lookup(kins->parents, node) : NULL;
    if (kin) {
        return kin;
    }
    const Kin *around = node->parent ? kin_of(kins, node->parent) : NULL;
    if (node->parent && !around) {
        return NULL;
    }
    write_key(kins, node, around);
    kin = find(kins);
    if (kin && node->first) {
        g_hash_table_insert(kins->parents, (gpointer)node, kin);
    }
    return kin;
}

GArray *svg_css_kin_rules(SvgCssKins *kins, const SvgNode *node, gboolean *known)
{
    Kin *kin = kins->useless ? NULL : kin_of(kins, node);
    *known = kin && kin->rules;
    if (kin && !kin->rules) {
        kin->rules = g_array_new(FALSE, FALSE, sizeof(guint));
    }
    return kin ? kin->rules : NULL;
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
            g_hash_table_contains(sheets->by_type, node->name->str));
}
