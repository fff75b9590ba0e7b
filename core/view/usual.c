/* The looks that a list needn't tell of each shape. */
#include "view/usual.h"

#include "view/shape_json.h"

#include <math.h>
#include <string.h>

#define UPRIGHT 0.5 /* degrees */
#define ABOUT   0.1 /* of a stroke's width or a font's size */
#define FEW     3   /* that are told one by one in any case */
#define MIXED   "mixed"

/* Outlines, lines and words are each like their own. */
typedef enum { OUTLINES, LINES, TEXTS, CLASS_COUNT } Class;

#define ROWS 13 /* things that are told of each: see rows */

static const char *const class_names[CLASS_COUNT] = {"shapes", "lines", "texts"};

struct _FairyUsual {
    SvgDocument *doc;
    const FairyCoords *coords;
    GHashTable *counts[CLASS_COUNT * ROWS]; /* value → how often; NULL once that is known */
    char *values[CLASS_COUNT * ROWS];       /* the most common; NULL: none has any */
};

/* --- what a shape has ------------------------------------------------------------------------- */

/* The drawing's own name of it, or as CSS has it; NULL for none. */
static char *paint(const FairyUsual *usual, const char *css, gboolean pattern)
{
    const char *name = css ? svg_document_color_name(usual->doc, css) : NULL;
    return !css                             ? NULL
           : g_str_has_prefix(css, "url(#") ? g_strdup(pattern ? "pattern" : "gradient")
                                            : g_strdup(name ? name : css);
}

static char *length(const FairyUsual *usual, double value)
{
    return value > 0 ? g_strdup_printf("%.3g", fairy_shown_length(usual->coords, value)) : NULL;
}

static char *fill_of(const FairyUsual *usual, const SvgShape *shape)
{
    const char *fill = shape->ground ? shape->ground : shape->fill;
    return shape->kind == SVG_KIND_TEXT ? NULL : paint(usual, fill, shape->pattern);
}

static char *stroke_of(const FairyUsual *usual, const SvgShape *shape)
{
    return paint(usual, shape->stroke, FALSE);
}

static char *stroke_width_of(const FairyUsual *usual, const SvgShape *shape)
{
    return length(usual, shape->stroke_width);
}

static char *dash_of(const FairyUsual *usual, const SvgShape *shape)
{
    (void)usual;
    return shape->stroke_width > 0 ? g_strdup(shape->dashed ? "dashed" : "solid") : NULL;
}

static char *opacity_of(const FairyUsual *usual, const SvgShape *shape)
{
    (void)usual;
    return g_strdup_printf("%.2g", shape->opacity);
}

static char *line_ink(const FairyUsual *usual, const SvgLineLetters *letters)
{
    return paint(usual, letters->ink[0] ? letters->ink : "none", FALSE);
}

static char *line_size(const FairyUsual *usual, const SvgLineLetters *letters)
{
    return length(usual, letters->font_size);
}

static char *line_bold(const FairyUsual *usual, const SvgLineLetters *letters)
{
    (void)usual;
    return g_strdup(letters->bold ? "true" : "false");
}

/* Line by line, where these differ; the last holds for what follows. */
static char *by_line(const FairyUsual *usual, const SvgShape *shape,
                     char *(*of)(const FairyUsual *usual, const SvgLineLetters *letters),
                     char *first)
{
    if (!shape->letters) {
        return first;
    }
    g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
    g_free(first);
    for (guint i = 0; i < shape->letters->len; i++) {
        char *value = of(usual, &g_array_index(shape->letters, SvgLineLetters, i));
        g_ptr_array_add(values, value ? value : g_strdup("0"));
    }
    while (values->len > 1 &&
           g_str_equal(values->pdata[values->len - 1], values->pdata[values->len - 2])) {
        g_ptr_array_set_size(values, (int)values->len - 1);
    }
    g_ptr_array_add(values, NULL);
    return g_strjoinv(",", (char **)values->pdata);
}

static char *ink_of(const FairyUsual *usual, const SvgShape *shape)
{
    return by_line(usual, shape, line_ink, paint(usual, shape->ink, FALSE));
}

static char *font_size_of(const FairyUsual *usual, const SvgShape *shape)
{
    return by_line(usual, shape, line_size, length(usual, shape->font_size));
}

static char *bold_of(const FairyUsual *usual, const SvgShape *shape)
{
    return shape->font_size > 0
               ? by_line(usual, shape, line_bold, g_strdup(shape->bold ? "true" : "false"))
               : NULL;
}

static char *side_of(const FairyUsual *usual, const SvgShape *shape)
{
    const char *side = fairy_shown_side(shape);
    (void)usual;
    return shape->text ? g_strdup(side ? side : "within") : NULL;
}

/* A quarter turn is seen by words alone, and of a drawn outline none is. */
static char *rotation_of(const FairyUsual *usual, const SvgShape *shape)
{
    (void)usual;
    gboolean upright = fmod(fabs(shape->rotation), 90) < UPRIGHT;
    gboolean seen = shape->text || (!upright && svg_kind_flags(shape->kind) & SVG_KIND_GEO);
    return g_strdup_printf("%.0f", seen ? shape->rotation : 0);
}

static gboolean is_line(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

/* Whether there is one is told by "->". */
static char *head_of(const SvgShape *shape, guint which)
{
    return is_line(shape) && shape->heads[which] != SVG_HEAD_NONE
               ? g_strdup(fairy_shown_head(shape->heads[which]))
               : NULL;
}

static char *start_head_of(const FairyUsual *usual, const SvgShape *shape)
{
    (void)usual;
    return head_of(shape, 0);
}

static char *end_head_of(const FairyUsual *usual, const SvgShape *shape)
{
    (void)usual;
    return head_of(shape, 1);
}

/* Of what joins things: other lines are pictures. */
static char *route_of(const FairyUsual *usual, const SvgShape *shape)
{
    (void)usual;
    gboolean joins = shape->kind == SVG_KIND_ARROW || shape->from_id || shape->to_id;
    return is_line(shape) && joins ? g_strdup(fairy_shown_route(shape->route)) : NULL;
}

/* By the names that set-style and rotate have for them. What most shapes of the world have isn't
 * told of the drawing's usual ones either. */
static const struct {
    const char *name;
    char *(*of)(const FairyUsual *usual, const SvgShape *shape); /* NULL: it has none */
    const char *plain;
    gboolean mixes; /* programs choose it one by one: where many have another, it isn't told */
} rows[] = {
    {"fill", fill_of, NULL, FALSE},
    {"stroke", stroke_of, NULL, FALSE},
    {"strokeWidth", stroke_width_of, NULL, FALSE},
    {"dash", dash_of, "solid", FALSE},
    {"opacity", opacity_of, "1", FALSE},
    {"startHead", start_head_of, "arrow", FALSE},
    {"endHead", end_head_of, "arrow", FALSE},
    {"route", route_of, "straight", TRUE},
    {"textColor", ink_of, NULL, FALSE},
    {"fontSize", font_size_of, NULL, FALSE},
    {"bold", bold_of, "false", FALSE},
    {"rotated", rotation_of, "0", FALSE},
    {"label", side_of, "within", FALSE},
};
G_STATIC_ASSERT(G_N_ELEMENTS(rows) == ROWS);

static Class class_of(const SvgShape *shape)
{
    switch (shape->kind) {
    case SVG_KIND_LINE:
    case SVG_KIND_ARROW:
        return LINES;
    case SVG_KIND_TEXT:
        return TEXTS;
    case SVG_KIND_GROUP:
    case SVG_KIND_IMAGE:
    case SVG_KIND_UNKNOWN:
        return CLASS_COUNT; /* has no look of its own */
    default:
        return OUTLINES;
    }
}

/* --- what most have --------------------------------------------------------------------------- */

static void count(const SvgShape *shape, gpointer data)
{
    FairyUsual *usual = data;
    Class class = class_of(shape);
    for (guint i = 0; class != CLASS_COUNT && shape->id && i < ROWS; i++) {
        char *value = rows[i].of(usual, shape);
        guint n =
            value ? GPOINTER_TO_UINT(g_hash_table_lookup(usual->counts[class * ROWS + i], value))
                  : 0;
        if (value) {
            g_hash_table_replace(usual->counts[class * ROWS + i], value, GUINT_TO_POINTER(n + 1));
        }
    }
}

/* Of two that are as common the one that sorts first, so that it is always the same. */
static char *most_common(GHashTable *counts, gboolean mixes)
{
    GHashTableIter each;
    gpointer value, n;
    const char *best = NULL;
    guint most = 0, all = 0;
    g_hash_table_iter_init(&each, counts);
    while (g_hash_table_iter_next(&each, &value, &n)) {
        guint times = GPOINTER_TO_UINT(n);
        all += times;
        if (times > most || (times == most && g_strcmp0(value, best) < 0)) {
            best = value;
            most = times;
        }
    }
    return g_strdup(mixes && all - most > MAX(all / 4, FEW) ? MIXED : best);
}

FairyUsual *fairy_usual_new(SvgDocument *doc, const FairyCoords *coords, SvgBox view)
{
    FairyUsual *usual = g_new0(FairyUsual, 1);
    usual->doc = doc;
    usual->coords = coords;
    for (guint i = 0; i < CLASS_COUNT * ROWS; i++) {
        usual->counts[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    svg_document_each_shape(doc, view, TRUE, count, usual);
    for (guint i = 0; i < CLASS_COUNT * ROWS; i++) {
        usual->values[i] = most_common(usual->counts[i], rows[i % ROWS].mixes);
        g_clear_pointer(&usual->counts[i], g_hash_table_unref);
    }
    return usual;
}

void fairy_usual_free(FairyUsual *usual)
{
    for (guint i = 0; usual && i < CLASS_COUNT * ROWS; i++) {
        g_free(usual->values[i]);
    }
    g_free(usual);
}

/* --- telling it ------------------------------------------------------------------------------- */

char *fairy_usual_text(const FairyUsual *usual)
{
    GString *out = g_string_new(NULL);
    for (guint class = 0; class < CLASS_COUNT; class ++) {
        gboolean begun = FALSE;
        for (guint i = 0; i < ROWS; i++) {
            const char *value = usual->values[class * ROWS + i];
            if (value && g_strcmp0(value, rows[i].plain) != 0) {
                g_string_append_printf(out, "%s%s %s=%s", !begun && out->len ? "; " : "",
                                       begun ? "" : class_names[class], rows[i].name, value);
                begun = TRUE;
            }
        }
    }
    return g_string_free(out, FALSE);
}

/* A length that is about the usual one is that. */
static gboolean is_usual(const char *value, const char *usual)
{
    double a = g_ascii_strtod(value, NULL), b = usual ? g_ascii_strtod(usual, NULL) : 0;
    gboolean one = !strchr(value, ',') && !(usual && strchr(usual, ','));
    return g_strcmp0(value, usual) == 0 || (one && a > 0 && fabs(a - b) <= ABOUT * b);
}

void fairy_usual_add_looks(const FairyUsual *usual, const SvgShape *shape, GString *out)
{
    Class class = class_of(shape);
    for (guint i = 0; class != CLASS_COUNT && i < ROWS; i++) {
        g_autofree char *value = rows[i].of(usual, shape);
        const char *most = usual->values[class * ROWS + i];
        if (value && g_strcmp0(most, MIXED) != 0 && !is_usual(value, most)) {
            g_string_append_printf(out, " %s=%s", rows[i].name, value);
        }
    }
}
