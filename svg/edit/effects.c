/* What verbs say will be true, read back at the commit; and what came of it that nobody asked for.
 */
#include "edit/effects.h"

#include "edit/beyond.h"
#include "edit/exact_paint.h"
#include "edit/joint.h"
#include "edit/loose.h"
#include "edit/restyle.h"
#include "edit/watch.h"
#include "shape/head.h"

#include <svg/survey.h>

#include <math.h>

#define SAME 1e-3 /* of a length: what numbers of a file may lose */

/* --- what is expected ------------------------------------------------------------------------- */

typedef enum {
    EFFECT_PAINT,
    EFFECT_NUMBER,
    EFFECT_FAMILY,
    EFFECT_HEAD,
    EFFECT_BOX,
    EFFECT_WORDS,
    EFFECT_PARENT,
    EFFECT_ORDER,
    EFFECT_ENDS
} EffectKind;

typedef struct {
    SvgNode *node;
    EffectKind kind;
    SvgProperty property; /* of paints, numbers and heads */
    SvgHead head;
    double number;
    SvgBox box;
    guint sides;
    SvgNode *other; /* the parent, or a sibling, */
    gboolean above; /* above which it is, or below */
    guint serial;   /* which one came later */
    char *text;     /* the colour, the families, or the words */
} Effect;

struct _SvgEffects {
    GPtrArray *rows; /* Effect, in order */
    guint serial;
    GHashTable *known; /* the same as a set: those of one element, kind and property are one */
};

static guint effect_hash(gconstpointer data)
{
    const Effect *effect = data;
    return g_direct_hash(effect->node) ^ (guint)effect->kind ^ (guint)effect->property << 4;
}

static gboolean effect_equal(gconstpointer a, gconstpointer b)
{
    const Effect *left = a, *right = b;
    return left->node == right->node && left->kind == right->kind &&
           left->property == right->property;
}

static void effect_free(gpointer data)
{
    g_free(((Effect *)data)->text);
    g_free(data);
}

static SvgEffects *effects_new(void)
{
    SvgEffects *effects = g_new0(SvgEffects, 1);
    effects->rows = g_ptr_array_new_with_free_func(effect_free);
    effects->known = g_hash_table_new(effect_hash, effect_equal);
    return effects;
}

void svg_effects_free(SvgEffects *effects)
{
    if (effects) {
        g_hash_table_unref(effects->known);
        g_ptr_array_unref(effects->rows);
        g_free(effects);
    }
}

/* Takes the row's text. */
static void expect(SvgEdit *edit, Effect row)
{
    SvgEffects *effects = edit->effects = edit->effects ? edit->effects : effects_new();
    Effect *known = g_hash_table_lookup(effects->known, &row);
    row.serial = ++effects->serial;
    if (known) {
        g_free(known->text);
        *known = row;
    } else {
        known = g_memdup2(&row, sizeof row);
        g_ptr_array_add(effects->rows, known);
        g_hash_table_add(effects->known, known);
    }
}

void svg_expect_paint(SvgEdit *edit, SvgNode *node, SvgProperty property, const char *css)
{
    expect(edit, (Effect){node, EFFECT_PAINT, property, .text = g_strdup(css)});
}

void svg_expect_number(SvgEdit *edit, SvgNode *node, SvgProperty property, double value)
{
    expect(edit, (Effect){node, EFFECT_NUMBER, property, .number = value});
}

void svg_expect_family(SvgEdit *edit, SvgNode *node, const char *css)
{
    expect(edit, (Effect){node, EFFECT_FAMILY, SVG_PROPERTY_FONT_FAMILY, .text = g_strdup(css)});
}

void svg_expect_head(SvgEdit *edit, SvgNode *line, gboolean first, SvgHead head)
{
    SvgProperty property = first ? SVG_PROPERTY_MARKER_START : SVG_PROPERTY_MARKER_END;
    expect(edit, (Effect){line, EFFECT_HEAD, property, .head = head});
}

void svg_expect_box(SvgEdit *edit, SvgNode *node, SvgBox box, guint sides)
{
    expect(edit, (Effect){node, EFFECT_BOX, .box = box, .sides = sides});
}

void svg_expect_parent(SvgEdit *edit, SvgNode *node, SvgNode *parent)
{
    expect(edit, (Effect){node, EFFECT_PARENT, .other = parent});
}

void svg_expect_order(SvgEdit *edit, SvgNode *node, gboolean above, SvgNode *sibling)
{
    expect(edit, (Effect){node, EFFECT_ORDER, .other = sibling, .above = above});
}

void svg_expect_words(SvgEdit *edit, SvgNode *node, const char *words)
{
    expect(edit, (Effect){node, EFFECT_WORDS, .text = g_strdup(words)});
}

void svg_expect_other_ends(SvgEdit *edit, SvgNode *line)
{
    expect(edit, (Effect){line, EFFECT_ENDS, .text = NULL});
}

gboolean svg_expects_other_ends(const SvgEdit *edit, SvgNode *line)
{
    const Effect row = {line, EFFECT_ENDS, .text = NULL};
    return edit->effects && g_hash_table_contains(edit->effects->known, &row);
}

/* --- reading it back -------------------------------------------------------------------------- */

static gboolean fail(SvgEdit *edit, SvgNode *node, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

static gboolean fail(SvgEdit *edit, SvgNode *node, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" %s", svg_node_id(edit->doc, node),
                why);
    return FALSE;
}

static gboolean paint_holds(SvgEdit *edit, const Effect *effect, GError **error)
{
    SvgStyle style;
    svg_style_of(edit->doc, effect->node, &style);
    const SvgPaint *paint = effect->property == SVG_PROPERTY_STROKE ? &style.stroke : &style.fill;
    return svg_exact_paint_is_so(effect->text, paint) ||
           fail(edit, effect->node, error,
                "would keep its %s, as a style sheet or an animation of the drawing "
                "decides it; delete it and create another shape in its place",
                svg_property_name(effect->property));
}

static double number_of(const SvgStyle *style, SvgProperty property)
{
    switch ((guint)property) {
    case SVG_PROPERTY_OPACITY:
        return style->opacity;
    case SVG_PROPERTY_FONT_SIZE:
        return style->font_size;
    case SVG_PROPERTY_FONT_WEIGHT:
        return style->font_weight;
    case SVG_PROPERTY_FONT_STYLE:
        return style->font_italic;
    default:
        return style->stroke_width;
    }
}

static gboolean is_same(double a, double b, double size)
{
    return fabs(a - b) <= SAME * (1e-3 + fabs(size));
}

static gboolean number_holds(SvgEdit *edit, const Effect *effect, GError **error)
{
    SvgStyle style;
    svg_style_of(edit->doc, effect->node, &style);
    double is = number_of(&style, effect->property);
    return is_same(is, effect->number, effect->number) ||
           fail(edit, effect->node, error,
                "would have a %s of %g and not of %g, as something of the drawing overrules it; "
                "create another shape in its place",
                svg_property_name(effect->property), is, effect->number);
}

static gboolean family_holds(SvgEdit *edit, const Effect *effect, GError **error)
{
    SvgStyle style;
    svg_style_of(edit->doc, effect->node, &style);
    const char *family = style.font_family ? style.font_family : "sans-serif"; /* as look.c */
    g_autofree char *is = svg_family_css(family), *to = svg_family_css(effect->text);
    return g_ascii_strcasecmp(is, to) == 0 ||
           fail(edit, effect->node, error,
                "would keep the font %s, as something of the drawing overrules it; delete it and "
                "create the words anew",
                is);
}

/* A shape of its own that is the head there. */
static gboolean is_drawn(SvgEdit *edit, SvgNode *line, gboolean first)
{
    const SvgJoint *joint = svg_joint_of(edit, line);
    SvgNode *head = joint ? joint->ends[first ? 0 : 1].heads[0] : NULL;
    return head && svg_node_contains(edit->doc->root, head);
}

static gboolean head_holds(SvgEdit *edit, const Effect *effect, GError **error)
{
    gboolean first = effect->property == SVG_PROPERTY_MARKER_START;
    guint which = first ? 0 : 2;
    SvgStyle style;
    svg_style_of(edit->doc, effect->node, &style);
    SvgNode *marker =
        style.marker[which] ? svg_document_find(edit->doc, style.marker[which]) : NULL;
    SvgHead is = !style.has_markers[which] ? SVG_HEAD_NONE
                 : marker                  ? svg_head_of_marker(edit->doc, marker, !first)
                                           : SVG_HEAD_OTHER;
    gboolean drawn = is_drawn(edit, effect->node, first);
    return (is == effect->head && !drawn) ||
           fail(edit, effect->node, error,
                drawn ? "would keep the head that is drawn beside it, which can't be taken off; "
                        "delete it and create another arrow in its place"
                      : "would have another head, as something of the drawing overrules it; delete "
                        "it and create another arrow in its place");
}

/* In the units of messages. */
static SvgBox told(const SvgEdit *edit, SvgBox box)
{
    return (SvgBox){(box.x - edit->zero.x) / edit->unit, (box.y - edit->zero.y) / edit->unit,
                    box.w / edit->unit, box.h / edit->unit};
}

static gboolean box_holds(SvgEdit *edit, const Effect *effect, GError **error)
{
    SvgBox is = svg_node_box(edit->doc, effect->node), to = effect->box;
    double size = fabs(to.x) + fabs(to.y) + to.w + to.h;
    const struct {
        guint side;
        double is, to;
    } rows[] = {{SVG_SPEC_X, is.x, to.x},
                {SVG_SPEC_Y, is.y, to.y},
                {SVG_SPEC_W, is.w, to.w},
                {SVG_SPEC_H, is.h, to.h}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (effect->sides & rows[i].side && !is_same(rows[i].is, rows[i].to, size)) {
            is = told(edit, is);
            to = told(edit, to);
            return fail(edit, effect->node, error,
                        "would fill %g, %g to %g, %g and not %g, %g to %g, %g; use resize, which "
                        "scales it as a whole",
                        is.x, is.y, is.x + is.w, is.y + is.h, to.x, to.y, to.x + to.w, to.y + to.h);
        }
    }
    return TRUE;
}

/* Without white space: where lines break isn't said. */
static void append_letters(GString *out, const char *words)
{
    for (const char *at = words; *at; at = g_utf8_next_char(at)) {
        if (!g_unichar_isspace(g_utf8_get_char(at))) {
            g_string_append_unichar(out, g_utf8_get_char(at));
        }
    }
}

/* It is for readers who can't see it, and isn't drawn. */
static gboolean is_told(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_TITLE || svg_node_tag(node) == SVG_TAG_DESC;
}

static gboolean words_hold(SvgEdit *edit, const Effect *effect, GError **error)
{
    g_autoptr(GString) is = g_string_new(NULL);
    g_autoptr(GString) to = g_string_new(NULL);
    for (SvgNode *at = effect->node; at; at = svg_node_walk(effect->node, at, is_told(at))) {
        append_letters(is, !at->name && at->text ? at->text : "");
    }
    append_letters(to, effect->text);
    return g_string_equal(is, to) ||
           fail(edit, effect->node, error, "would say \"%s\"; delete it and create the words anew",
                is->str);
}

static gboolean parent_holds(SvgEdit *edit, const Effect *effect, GError **error)
{
    return effect->node->parent == effect->other ||
           !svg_node_contains(edit->doc->root, effect->other) ||
           fail(edit, effect->node, error, "would not be in \"%s\"",
                svg_node_id(edit->doc, effect->other));
}

static gboolean was_put_later(const SvgEffects *effects, const Effect *effect)
{
    const Effect row = {effect->other, effect->kind, .text = NULL};
    const Effect *other = g_hash_table_lookup(effects->known, &row);
    return other && other->serial > effect->serial;
}

static gboolean order_holds(SvgEdit *edit, const Effect *effect, GError **error)
{
    const SvgNode *at = effect->node;
    if (effect->other->parent != at->parent || was_put_later(edit->effects, effect)) {
        return TRUE;
    }
    while (at && at != effect->other) {
        at = effect->above ? at->prev : at->next;
    }
    return at || fail(edit, effect->node, error, "would stay %s \"%s\"",
                      effect->above ? "below" : "above", svg_node_id(edit->doc, effect->other));
}

gboolean svg_effects_hold(SvgEdit *edit, GError **error)
{
    static gboolean (*const holds[])(SvgEdit * edit, const Effect *effect, GError **error) = {
        [EFFECT_PAINT] = paint_holds,   [EFFECT_NUMBER] = number_holds,
        [EFFECT_BOX] = box_holds,       [EFFECT_WORDS] = words_hold,
        [EFFECT_FAMILY] = family_holds, [EFFECT_PARENT] = parent_holds,
        [EFFECT_ORDER] = order_holds,   [EFFECT_HEAD] = head_holds,
        [EFFECT_ENDS] = NULL,
    };
    for (guint i = 0; edit->effects && i < edit->effects->rows->len; i++) {
        const Effect *effect = edit->effects->rows->pdata[i];
        if (holds[effect->kind] && svg_node_contains(edit->doc->root, effect->node) &&
            !holds[effect->kind](edit, effect, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- all of it -------------------------------------------------------------------------------- */

static gboolean has_any(const SvgEdit *edit)
{
    return edit->added->len + edit->changed->len + edit->removed->len > 0;
}

void svg_effects_tell(SvgEdit *edit, SvgLog *log)
{
    if (!has_any(edit)) {
        return;
    }
    g_autoptr(GPtrArray) pages = svg_document_pages(edit->doc);
    g_autoptr(GArray) beyond = svg_beyond_find(edit, pages);
    g_autoptr(GArray) loose = svg_loose_new();
    g_autoptr(GArray) watched = svg_watch_find(edit, log);
    svg_loose_find(edit, loose);
    if (beyond->len || loose->len || watched || svg_loose_may_be(edit)) {
        svg_log_swap(edit->doc, log, FALSE);
        svg_beyond_read_before(edit, pages, beyond);
        svg_loose_read_before(edit, loose);
        svg_watch_read_before(edit, watched);
        svg_log_swap(edit->doc, log, TRUE);
        svg_beyond_tell(edit, beyond);
        svg_loose_tell(edit, loose);
        svg_watch_tell(edit, watched);
    }
}
