/* Words stay readable when what they stand on gets another colour. */
#include "edit/ink.h"

#include "edit/paint.h"
#include "edit/restyle.h"

#define LEAST 3.0 /* WCAG's contrast for large words; below it they are hard to read */

typedef struct {
    SvgNode *words, *ground;
    gboolean bare; /* the ground had no fill */
} Pair;

struct _SvgInks {
    GArray *pairs; /* Pair */
};

static gboolean is_text(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_TEXT;
}

/* What stands there to be read: words may have a colour of their own in the text. */
static const SvgNode *first_words(const SvgNode *text)
{
    const SvgNode *first = text;
    for (const SvgNode *at = text; at; at = svg_node_first_element(at)) {
        first = at;
    }
    return first;
}

/* The fill as it is seen; FALSE where it isn't of one colour. */
static gboolean read_fill(SvgEdit *edit, const SvgNode *node, SvgPaint *fill)
{
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    *fill = style.fill;
    fill->alpha *= style.fill_opacity;
    return fill->kind == SVG_PAINT_COLOR && fill->alpha > 0;
}

/* How well the words can be read on their ground; 0 where that can't be said. */
static double read_contrast(SvgEdit *edit, const Pair *pair)
{
    SvgPaint ground, ink;
    SvgStyle style;
    const SvgNode *words = first_words(pair->words);
    svg_style_of(edit->doc, words, &style);
    gboolean bordered = style.stroke.kind != SVG_PAINT_NONE && style.stroke_width > 0;
    return !bordered && read_fill(edit, words, &ink) && read_fill(edit, pair->ground, &ground)
               ? svg_ink_contrast(ink.rgb, &ground)
               : 0;
}

/* What is drawn last of the outlines behind the words; NULL if there is none. */
static SvgNode *ground_of(SvgEdit *edit, SvgNode *shape, SvgNode *words)
{
    SvgPoint middle = svg_box_center(svg_node_box(edit->doc, words));
    SvgNode *ground = NULL;
    for (SvgNode *at = shape; at && at != words; at = svg_node_walk(shape, at, FALSE)) {
        gboolean outline = svg_node_is(at, SVG_TAG_IS_SHAPE);
        if (outline && svg_box_holds(svg_node_box(edit->doc, at), middle)) {
            ground = at;
        }
    }
    return ground;
}

static gboolean is_bare(SvgEdit *edit, const SvgNode *ground)
{
    SvgStyle style;
    svg_style_of(edit->doc, ground, &style);
    return style.fill.kind == SVG_PAINT_NONE;
}

/* On paper, where there is no fill, words were read as they are. */
static gboolean can_be_read(SvgEdit *edit, const Pair *pair)
{
    SvgPaint ink;
    const SvgPaint paper = {SVG_PAINT_COLOR, 0xffffff, 1, NULL};
    return pair->bare ? read_fill(edit, first_words(pair->words), &ink) &&
                            svg_ink_contrast(ink.rgb, &paper) >= LEAST
                      : read_contrast(edit, pair) >= LEAST;
}

static void note(SvgEdit *edit, SvgNode *shape, SvgNode *words, GArray *pairs)
{
    Pair pair = {words, ground_of(edit, shape, words), FALSE};
    pair.bare = pair.ground && is_bare(edit, pair.ground);
    if (is_text(words) && pair.ground && svg_locks_allow_change(edit->doc, words, NULL) &&
        can_be_read(edit, &pair)) {
        g_array_append_val(pairs, pair);
    }
}

SvgInks *svg_inks_note(SvgEdit *edit, SvgNode *shape)
{
    SvgInks *inks = g_new(SvgInks, 1);
    inks->pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
    for (SvgNode *at = shape; at; at = svg_node_walk(shape, at, FALSE)) {
        if (is_text(at)) {
            note(edit, shape, at, inks->pairs);
        }
    }
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, shape);
    for (guint i = 0; i < labels->len; i++) {
        note(edit, shape, labels->pdata[i], inks->pairs);
    }
    return inks;
}

/* Parts of the words that have colours of their own as well. */
static void set_ink(SvgEdit *edit, SvgNode *words, const char *ink)
{
    for (SvgNode *at = words; at; at = svg_node_walk(words, at, FALSE)) {
        if (at == words || (at->name && svg_style_declared(edit->doc, at, SVG_PROPERTY_FILL))) {
            svg_force_property(edit->doc, at, SVG_PROPERTY_FILL, ink);
        }
    }
    svg_edit_changed(edit, words);
}

/* Of two elements of which none is in the other. */
static gboolean is_drawn_before(const SvgNode *a, const SvgNode *b)
{
    const SvgNode *in_common = a->parent;
    while (!svg_node_contains(in_common, b)) {
        a = in_common;
        in_common = a->parent;
    }
    while (a && !svg_node_contains(a, b)) {
        a = a->next;
    }
    return a != NULL;
}

/* A fill where there was none covers words that were drawn before it. */
static void tell_covered(SvgEdit *edit, SvgNode *shape, const SvgInks *inks)
{
    g_autoptr(GString) ids = g_string_new(NULL);
    for (guint i = 0; i < inks->pairs->len; i++) {
        const Pair *pair = &g_array_index(inks->pairs, Pair, i);
        SvgPaint ground;
        if (pair->bare && read_fill(edit, pair->ground, &ground) &&
            is_drawn_before(pair->words, pair->ground)) {
            g_string_append_printf(ids, "%s\"%s\"", ids->len > 0 ? ", " : "",
                                   svg_node_id(edit->doc, pair->words));
        }
    }
    if (ids->len > 0) {
        svg_edit_remark(edit,
                        "the words on %s lie under its fill now, where they can't be seen; "
                        "bring-to-front raises them: %s",
                        svg_node_id(edit->doc, shape), ids->str);
    }
}

void svg_inks_settle(SvgEdit *edit, SvgNode *shape, SvgInks *inks, gboolean chosen)
{
    const char *told = NULL;
    for (guint i = 0; !chosen && i < inks->pairs->len; i++) {
        const Pair *pair = &g_array_index(inks->pairs, Pair, i);
        SvgPaint ground;
        double ratio = read_contrast(edit, pair);
        if (ratio > 0 && ratio < LEAST && read_fill(edit, pair->ground, &ground)) {
            g_autofree char *ink = svg_ink_on(edit, &ground);
            set_ink(edit, pair->words, ink);
            told = svg_palette_nearest(ink);
        }
    }
    if (told) {
        svg_edit_remark(edit, "the words on %s are %s now, to be read",
                        svg_node_id(edit->doc, shape), told);
    }
    tell_covered(edit, shape, inks);
    g_array_unref(inks->pairs);
    g_free(inks);
}
