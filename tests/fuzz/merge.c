/* Three parts, with a NUL between them: a drawing, what we do to it, and what another program
 * saves: a drawing (it begins with "<"), or what is done to the first. What is merged reads again,
 * with the locks of what was saved; undoing it gives that back, byte for byte; where one of the two
 * did nothing, the other's comes out. */
#include "fuzz.h"

#include <svg/edit.h>
#include <svg/merge.h>

#include <stdlib.h>
#include <string.h>

enum {
    MOST_EDITS = 24,
    EDIT_BYTES = 3, /* verb, shape, how far */
    MOST_BYTES = 20000,
};

typedef struct {
    const char *text;
    gsize len;
} Part;

typedef struct {
    SvgEdit *edit;
    const char *ids[3]; /* one shape, or two */
    double by;
    GError **error;
} Doing;

/* --- verbs ------------------------------------------------------------------------------------ */

static gboolean offset(const Doing *doing)
{
    return svg_edit_offset(doing->edit, doing->ids, doing->by, -doing->by / 2, doing->error);
}

static gboolean label(const Doing *doing)
{
    g_autofree char *words = g_strdup_printf("words %g & <more>", doing->by);
    return svg_edit_label(doing->edit, doing->ids[0], words, doing->error);
}

static gboolean rotate(const Doing *doing)
{
    return svg_edit_rotate(doing->edit, doing->ids, doing->by, (SvgPoint){1, 2}, doing->error);
}

static gboolean delete_shape(const Doing *doing)
{
    return svg_edit_delete(doing->edit, doing->ids[0], doing->error);
}

static gboolean to_front(const Doing *doing)
{
    return svg_edit_bring_to_front(doing->edit, doing->ids, doing->error);
}

static gboolean group(const Doing *doing)
{
    return svg_edit_group(doing->edit, doing->ids, NULL, NULL, doing->error) != NULL;
}

static gboolean ungroup(const Doing *doing)
{
    g_autoptr(GPtrArray) parts = svg_edit_ungroup(doing->edit, doing->ids[0], doing->error);
    return parts != NULL;
}

static gboolean fill(const Doing *doing)
{
    SvgSpec spec = {.given = SVG_SPEC_FILL, .color = "red", .fill = SVG_FILL_SOLID};
    return svg_edit_update(doing->edit, doing->ids[0], &spec, doing->error);
}

static gboolean create(const Doing *doing)
{
    SvgSpec spec = {.given = SVG_SPEC_KIND | SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H,
                    .kind = SVG_KIND_RECTANGLE,
                    .x = doing->by,
                    .y = 1,
                    .w = 20,
                    .h = 10,
                    .text = "made"};
    return svg_edit_create(doing->edit, &spec, doing->error) != NULL;
}

static gboolean connect_both(const Doing *doing)
{
    SvgSpec spec = {.given = SVG_SPEC_KIND | SVG_SPEC_FROM | SVG_SPEC_TO,
                    .kind = SVG_KIND_ARROW,
                    .from_id = doing->ids[0],
                    .to_id = doing->ids[1]};
    return svg_edit_create(doing->edit, &spec, doing->error) != NULL;
}

static gboolean resize(const Doing *doing)
{
    return svg_edit_resize(doing->edit, doing->ids, 1.5, doing->by < 0 ? -1 : 2,
                           (SvgPoint){doing->by, 0}, doing->error);
}

static gboolean (*const verbs[])(const Doing *) = {
    offset,  label, rotate, delete_shape, to_front, group,
    ungroup, fill,  create, connect_both, resize,
};

/* --- the three -------------------------------------------------------------------------------- */

static void edit(SvgDocument *doc, const uint8_t *at)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    g_autoptr(GError) error = NULL;
    if (!shapes->len) {
        return;
    }
    const SvgShape *one = shapes->pdata[at[1] % shapes->len];
    const SvgShape *other = shapes->pdata[at[2] % shapes->len];
    g_autoptr(SvgEdit) open = svg_edit_begin(doc, "fuzz");
    Doing doing = {open, {one->id, one == other ? NULL : other->id}, (int8_t)at[2], &error};
    if (verbs[at[0] % G_N_ELEMENTS(verbs)](&doing)) {
        svg_change_free(svg_edit_commit(g_steal_pointer(&open), NULL));
    }
}

static Part next_part(Part *rest)
{
    const char *end = rest->len ? memchr(rest->text, 0, rest->len) : NULL;
    gsize len = end ? (gsize)(end - rest->text) : rest->len, taken = len + (end != NULL);
    Part part = {rest->text, len};
    *rest = (Part){rest->text + taken, rest->len - taken};
    return part;
}

static SvgDocument *parse(Part part)
{
    return svg_document_parse(part.text, part.len, "fuzz", NULL);
}

static SvgDocument *read_again(SvgDocument *doc)
{
    g_autoptr(GBytes) text = svg_document_print_utf8(doc);
    g_autoptr(GError) error = NULL;
    SvgDocument *again = svg_document_with_text(doc, text, &error);
    g_assert_no_error(error);
    return again;
}

static SvgDocument *edited(SvgDocument *base, Part how)
{
    SvgDocument *doc = read_again(base);
    for (gsize i = 0; i + EDIT_BYTES <= how.len && i < MOST_EDITS * EDIT_BYTES; i += EDIT_BYTES) {
        edit(doc, (const uint8_t *)how.text + i);
    }
    return doc;
}

/* --- what must hold --------------------------------------------------------------------------- */

static void check_told(const SvgMerge *merge)
{
    for (guint i = 0; i < merge->items->len; i++) {
        g_autofree char *line = svg_merge_item_text(merge->items->pdata[i]);
        g_assert_true(g_utf8_validate(line, -1, NULL));
    }
}

static gboolean is_same(SvgDocument *one, SvgDocument *other)
{
    g_autoptr(GBytes) a = svg_document_print_utf8(one), b = svg_document_print_utf8(other);
    return g_bytes_equal(a, b);
}

static void check_merge(SvgDocument *base, SvgDocument *ours, SvgDocument *theirs)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgMerge) merge = svg_merge(base, ours, theirs, "fairy", &error);
    if (!merge) { /* together it is too much to hold */
        g_assert_nonnull(error);
        return;
    }
    g_autoptr(SvgDocument) again = read_again(merge->doc);
    check_told(merge);
    if (!merge->change) {
        return;
    }
    svg_document_keeps_locks(theirs, again, &error);
    g_assert_no_error(error);
    while (svg_document_undo(merge->doc)) {
    }
    g_assert_true(is_same(merge->doc, theirs));
}

static void check_alone(SvgDocument *base, SvgDocument *ours)
{
    g_autoptr(SvgMerge) merge = svg_merge(base, ours, base, "fairy", NULL);
    g_autoptr(SvgMerge) other = svg_merge(base, base, ours, "fairy", NULL);
    g_assert_true(merge && is_same(merge->doc, ours));
    g_assert_true(other && is_same(other->doc, ours));
}

static void merge(Part all)
{
    Part text = next_part(&all), how = next_part(&all);
    gboolean whole = all.len && *all.text == '<';
    g_autoptr(SvgDocument) base = parse(text);
    g_autoptr(SvgDocument) ours = base ? edited(base, how) : NULL;
    g_autoptr(SvgDocument) theirs = !base ? NULL : whole ? parse(all) : edited(base, all);
    if (theirs) {
        check_merge(base, ours, theirs);
        check_alone(base, ours);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gsize once;
    if (g_once_init_enter(&once)) {
        atexit(svg_cleanup);
        g_once_init_leave(&once, 1);
    }
    if (size <= MOST_BYTES) {
        merge((Part){(const char *)data, size});
    }
    return 0;
}
