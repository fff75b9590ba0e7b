/* Finding, comparing and making locked elements. */
#include "common/locked.h"

#include "common/alone.h"
#include "document/document_priv.h"
#include "document/ids.h"
#include "document/print.h"
#include "document/start_tag.h"

#include <svg/shape.h>

#include <string.h>

#define SIDE_PX 300 /* of a picture */
#define LOCK    " sodipodi:insensitive=\"true\""
#define PREFIX  " xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\""

typedef struct {
    char *id;
    GString *bytes;
    GBytes *picture; /* NULL: can't be drawn alone */
} Locked;

static void locked_free(gpointer data)
{
    Locked *locked = data;
    g_free(locked->id);
    g_string_free(locked->bytes, TRUE);
    g_clear_pointer(&locked->picture, g_bytes_unref);
    g_free(locked);
}

GPtrArray *test_locked_find(SvgDocument *doc, guint alone)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(locked_free);
    SvgNode *root = svg_document_root(doc), *node = root;
    while (node) {
        gboolean found = node->name && svg_node_has_lock(node);
        if (found) {
            Locked *locked = g_new0(Locked, 1);
            locked->id = g_strdup(svg_node_id(doc, node));
            locked->bytes = g_string_new(NULL);
            svg_print_node(node, locked->bytes);
            locked->picture = out->len < alone ? test_draw_alone(doc, node, SIDE_PX) : NULL;
            g_ptr_array_add(out, locked);
        }
        node = svg_node_walk(root, node, found);
    }
    return out;
}

guint test_locked_assert_held(SvgDocument *doc, GPtrArray *before, guint alone)
{
    guint pictures = 0;
    g_autoptr(GPtrArray) after = test_locked_find(doc, alone);
    g_assert_cmpuint(after->len, ==, before->len);
    for (guint i = 0; i < before->len; i++) {
        const Locked *a = before->pdata[i], *b = after->pdata[i];
        g_assert_cmpstr(a->id, ==, b->id);
        g_assert_cmpmem(a->bytes->str, a->bytes->len, b->bytes->str, b->bytes->len);
        g_assert_true((a->picture == NULL) == (b->picture == NULL));
        if (a->picture) {
            g_assert_true(g_bytes_equal(a->picture, b->picture));
            pictures++;
        }
    }
    return pictures;
}

gboolean test_locked_is_late(const GError *error)
{
    static const char *const reasons[] = {"would look different by", "would choose another",
                                          "can't have that id"};
    for (gsize i = 0; i < G_N_ELEMENTS(reasons); i++) {
        if (strstr(error->message, reasons[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean may_lock(const SvgNode *root, const SvgNode *node)
{
    return node != root && node->name && node->open.len && !node->foreign &&
           (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_RENDERED) && !svg_node_has_lock(node);
}

/* Behind the name in a start tag. */
static void add(GString *out, const char **from, SvgSlice open, const char *what)
{
    const char *at = open.at + strcspn(open.at, " \t\r\n/>");
    g_string_append_len(out, *from, at - *from);
    g_string_append(out, what);
    *from = at;
}

static SvgDocument *copy_of(SvgDocument *doc)
{
    g_autoptr(GBytes) source = svg_document_print_utf8(doc);
    return svg_document_parse(g_bytes_get_data(source, NULL), g_bytes_get_size(source), "copy",
                              NULL);
}

static void add_prefix(GString *out, const char **from, SvgNode *root)
{
    if (!svg_node_attr(root, "xmlns:sodipodi")) {
        add(out, from, root->open, PREFIX);
    }
}

static GBytes *end(GString *out, const char *from, const SvgDocument *copy)
{
    g_string_append_len(out, from, copy->source + copy->source_len - from);
    return g_string_free_to_bytes(out);
}

GBytes *test_locked_some(SvgDocument *doc, GRand *rand, guint one_in)
{
    g_autoptr(SvgDocument) copy = copy_of(doc);
    GString *out = g_string_new(NULL);
    const char *from = copy->source;
    SvgNode *root = svg_document_root(copy);
    add_prefix(out, &from, root);
    for (SvgNode *node = root; node; node = svg_node_walk(root, node, FALSE)) {
        if (may_lock(root, node) && !g_rand_int_range(rand, 0, (gint)one_in)) {
            add(out, &from, node->open, LOCK);
        }
    }
    return end(out, from, copy);
}

GBytes *test_locked_clones(SvgDocument *doc, GRand *rand, guint n)
{
    g_autoptr(SvgDocument) copy = copy_of(doc);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(copy);
    GString *out = g_string_new(NULL);
    const char *from = copy->source;
    SvgNode *root = svg_document_root(copy);
    const char *inside = root->open.at + root->open.len;
    add_prefix(out, &from, root);
    g_string_append_len(out, from, inside - from);
    for (guint tries = 0, made = 0; made < n && shapes->len && tries < 20 * n; tries++) {
        const SvgShape *shape = shapes->pdata[g_rand_int_range(rand, 0, (gint)shapes->len)];
        const SvgNode *original = svg_document_owner(copy, shape->id);
        if (!original || !svg_node_owns_id(original)) {
            continue; /* derived: no other program would find it */
        }
        g_string_append_printf(out, "<use id=\"locked-clone-%u\"" LOCK " href=\"#", made++);
        svg_escape(out, shape->id, '"', FALSE);
        g_string_append(out, "\"/>");
    }
    return end(out, inside, copy);
}
