/* Texts that are hard to tell from what is behind them: WCAG 2.1 §1.4.3. Only where all that is
 * painted behind a text is known to be of one colour each. */
#include "lint/contrast.h"

#include "lint/linter.h"
#include "shape/content.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

#define LEAST       3.0       /* to one; WCAG wants 4.5, but between them it is a matter of taste */
#define LEAST_LARGE 2.0       /* likewise; WCAG wants 3 */
#define CLEAR       4.5       /* likewise: no blend of such colours is like the text's */
#define LARGE_SHARE (2.0 / 3) /* of what is wanted of others, as WCAG has it */
#define SAME        1.15      /* nobody tells them apart */
#define LARGE_PX    24        /* WCAG's 18 pt */
#define SAMPLES     3         /* along the text */
#define WHITE       0xffffffU
#define OPAQUE      0.999
#define WIDE_PX     4 /* a narrower stroke is no background */

typedef struct {
    double r, g, b; /* 0–255 */
} Color;

typedef struct {
    SvgLinter *linter;
    SvgGrid *wide;    /* lines as broad as a background; NULL until asked for */
    gboolean page_known;
    guint32 page;
    double linear[256]; /* channels, as they count in luminance */
    double least, least_large, clear;
    SvgContrastFunc func; /* NULL: it is reported */
    gpointer data;
} Contrast;

static Color color_of(guint32 rgb)
{
    return (Color){rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
}

static guint32 rgb_of(Color c)
{
    return (guint32)lround(c.r) << 16 | (guint32)lround(c.g) << 8 | (guint32)lround(c.b);
}

static Color mix(Color below, Color above, double alpha)
{
    return (Color){below.r + (above.r - below.r) * alpha, below.g + (above.g - below.g) * alpha,
                   below.b + (above.b - below.b) * alpha};
}

static double luminance(Color c)
{
    return svg_luminance(c.r, c.g, c.b);
}

static double ratio_of(Color a, Color b)
{
    return svg_contrast(luminance(a), luminance(b));
}

/* Quick, of a colour as it is written: its channels are whole. */
static double luminance_of(const Contrast *contrast, Color c)
{
    return 0.2126 * contrast->linear[(guint8)c.r] + 0.7152 * contrast->linear[(guint8)c.g] +
           0.0722 * contrast->linear[(guint8)c.b];
}

/* --- what is behind --------------------------------------------------------------------------- */

static const SvgEntry *entry_at(const Contrast *contrast, guint index)
{
    return svg_scene_entry(contrast->linter->scene, index);
}

static double half_stroke(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    SvgMatrix m = svg_scene_matrix(linter->scene, entry);
    SvgStyle style;

    svg_style_of(linter->doc, entry->node, &style);
    return style.stroke_width / 2 * sqrt(fabs(m.a * m.d - m.b * m.c));
}

static SvgBox box_of_wide(gconstpointer data, guint thing)
{
    const SvgLinter *linter = data;
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    gboolean stroked = entry->visible && entry->stroke.kind != SVG_PAINT_NONE &&
                       entry->kind != SVG_KIND_TEXT && entry->kind != SVG_KIND_GROUP;
    double half = stroked ? half_stroke(linter, thing) : 0;

    return half * 2 < WIDE_PX * linter->px ? SVG_BOX_EMPTY : svg_box_grown(entry->box, half, half);
}

/* A wide stroke may be what the text stands on. */
static gboolean is_on_stroke(Contrast *contrast, guint text, SvgPoint p)
{
    guint found[SVG_LINT_NEAR], n;

    contrast->wide =
        contrast->wide ? contrast->wide : svg_linter_grid(contrast->linter, box_of_wide);
    n = svg_grid_at(contrast->wide, p, found, SVG_LINT_NEAR);
    for (guint i = 0; i < n; i++) {
        g_autoptr(GArray) track = svg_linter_track(contrast->linter, found[i]);

        if (found[i] < text &&
            svg_track_distance(track, p) <= half_stroke(contrast->linter, found[i])) {
            return TRUE;
        }
    }
    return n == SVG_LINT_NEAR;
}

typedef enum { CLEAR_OF, COVERS, UNKNOWN } Cover;

/* Whether the thing paints at `p`; with which colour, and how thickly. */
static Cover cover_at(const Contrast *contrast, guint thing, SvgPoint p, Color *color,
                      double *alpha)
{
    const SvgEntry *entry = entry_at(contrast, thing);
    SvgTag tag = entry->tag;
    g_autoptr(GArray) track = NULL;
    SvgStyle style;

    if (!(svg_tag_flags(tag) & SVG_TAG_IS_SHAPE)) {
        return UNKNOWN;
    }
    track = svg_linter_track(contrast->linter, thing);
    if (!svg_track_encloses(track, p)) {
        return CLEAR_OF;
    }
    svg_style_of(contrast->linter->doc, entry->node, &style);
    *color = color_of(style.fill.rgb);
    *alpha = style.fill.alpha * style.fill_opacity * contrast->linter->facts[thing].opacity;
    return style.fill.kind == SVG_PAINT_COLOR && svg_linter_is_plain(contrast->linter, thing)
               ? COVERS
               : UNKNOWN;
}

static int compare_down(gconstpointer a, gconstpointer b, gpointer data)
{
    guint p = *(const guint *)a, q = *(const guint *)b;

    (void)data;
    return (p < q) - (p > q);
}

/* The colour behind the text at `p`; FALSE when it can't be told. */
static gboolean color_behind(const Contrast *contrast, guint text, SvgPoint p, Color *behind)
{
    guint found[2 * SVG_LINT_NEAR];
    guint n = svg_grid_at(svg_linter_painted(contrast->linter), p, found, G_N_ELEMENTS(found));
    Color layers[2 * SVG_LINT_NEAR];
    double alphas[2 * SVG_LINT_NEAR];
    guint n_layers = 0;

    g_qsort_with_data(found, (gint)n, sizeof *found, compare_down, NULL);
    *behind = color_of(contrast->page);
    for (guint i = 0; i < n && (n_layers == 0 || alphas[n_layers - 1] < OPAQUE); i++) {
        Cover cover = found[i] < text
                          ? cover_at(contrast, found[i], p, &layers[n_layers], &alphas[n_layers])
                          : CLEAR_OF;

        if (cover == UNKNOWN) {
            return FALSE;
        }
        n_layers += cover == COVERS;
    }
    if (n == G_N_ELEMENTS(found) ||
        (!contrast->page_known && (n_layers == 0 || alphas[n_layers - 1] < OPAQUE))) {
        return FALSE;
    }
    while (n_layers-- > 0) {
        *behind = mix(*behind, layers[n_layers], alphas[n_layers]);
    }
    return TRUE;
}

/* --- the text --------------------------------------------------------------------------------- */

typedef struct {
    gboolean known; /* all its words are of plain colours, … */
    gboolean plain; /* without stroke */
    guint n;
    Color colors[SVG_LINT_NEAR], strokes[SVG_LINT_NEAR];
    double alphas[SVG_LINT_NEAR], stroke_alphas[SVG_LINT_NEAR];
    double size; /* of the largest */
    gboolean bold;
} Words;

static gboolean is_color(const SvgPaint *paint)
{
    return paint->kind == SVG_PAINT_COLOR || paint->kind == SVG_PAINT_NONE;
}

static void note_words(const SvgStyle *style, gpointer data)
{
    Words *words = data;
    gboolean filled = style->fill.kind == SVG_PAINT_COLOR;
    gboolean stroked = style->stroke.kind != SVG_PAINT_NONE && style->stroke_width > 0;

    words->plain &= filled && !stroked;
    words->known &= is_color(&style->fill) && is_color(&style->stroke) && words->n < SVG_LINT_NEAR;
    if (words->known) {
        words->colors[words->n] = color_of(style->fill.rgb);
        words->alphas[words->n] = filled ? style->fill.alpha * style->fill_opacity : 0;
        words->strokes[words->n] = color_of(style->stroke.rgb);
        words->stroke_alphas[words->n++] =
            stroked ? style->stroke.alpha * style->stroke_opacity : 0;
        words->size = MAX(words->size, style->font_size);
        words->bold |= style->font_weight >= 700;
    }
}

static gboolean is_large(const SvgLinter *linter, guint text, const Words *words)
{
    SvgMatrix m = svg_scene_matrix(linter->scene, svg_scene_entry(linter->scene, text));
    double px = words->size * sqrt(fabs(m.a * m.d - m.b * m.c)) / linter->px;

    return px >= LARGE_PX || (words->bold && px >= LARGE_PX * 14.0 / 18);
}

/* Of the words that are best to read, wherever they stand; or of the `worst`. */
static double ratio_on(const Words *words, double opacity, Color behind, gboolean worst,
                       Color *color)
{
    double chosen = 0;

    for (guint i = 0; i < words->n; i++) {
        Color shown = mix(behind, words->colors[i], words->alphas[i] * opacity);
        double ratio = ratio_of(shown, behind);

        if (i == 0 || (worst ? ratio < chosen : ratio > chosen)) {
            chosen = ratio;
            *color = shown;
        }
    }
    return chosen;
}

/* Whatever of it is really there: nothing near the middle of the text is of a colour like the nth
 * words' own. So it is with nearly every text, and cheap to see. */
static gboolean is_clear_of(const Contrast *contrast, guint text, const Words *words, guint word)
{
    guint found[SVG_LINT_NEAR];
    SvgPoint middle = svg_box_center(entry_at(contrast, text)->box);
    guint n = svg_grid_at(svg_linter_painted(contrast->linter), middle, found, SVG_LINT_NEAR);
    double own = luminance_of(contrast, words->colors[word]);
    double least = svg_contrast(own, luminance_of(contrast, color_of(contrast->page)));

    for (guint i = 0; i < n; i++) {
        const SvgPaint *fill = &entry_at(contrast, found[i])->fill;
        double other = luminance_of(contrast, color_of(fill->rgb));

        least = fill->kind == SVG_PAINT_COLOR ? MIN(least, svg_contrast(own, other)) : 0;
        if (least < contrast->clear) {
            return FALSE;
        }
    }
    return n < SVG_LINT_NEAR && least >= contrast->clear && words->alphas[word] >= OPAQUE &&
           contrast->linter->facts[text].opacity >= OPAQUE;
}

static gboolean is_clear_anyway(const Contrast *contrast, guint text, const Words *words)
{
    for (guint i = 0; i < words->n; i++) {
        if (!is_clear_of(contrast, text, words, i)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- nothing to be seen ----------------------------------------------------------------------- */

static double shown_ratio(Color behind, Color color, double alpha)
{
    return ratio_of(mix(behind, color, alpha), behind);
}

/* Of words `word`, before that. */
static gboolean is_like(const Words *words, guint word, double opacity, Color behind)
{
    return shown_ratio(behind, words->colors[word], words->alphas[word] * opacity) < SAME &&
           shown_ratio(behind, words->strokes[word], words->stroke_alphas[word] * opacity) < SAME;
}

/* Some of its words are of the colour of all that is behind the text. */
static gboolean is_blended(Contrast *contrast, guint text, const Words *words)
{
    SvgBox ink = svg_linter_ink(contrast->linter, text);
    double opacity = contrast->linter->facts[text].opacity;
    gboolean like[SVG_LINT_NEAR], any = FALSE;

    memset(like, TRUE, sizeof like);
    for (guint i = 1; i <= SAMPLES; i++) {
        SvgPoint p = {ink.x + ink.w * i / (SAMPLES + 1), ink.y + ink.h / 2};
        Color behind;

        if (!color_behind(contrast, text, p, &behind) || is_on_stroke(contrast, text, p)) {
            return FALSE;
        }
        for (guint k = 0; k < words->n; k++) {
            like[k] = like[k] && is_like(words, k, opacity, behind);
        }
    }
    for (guint k = 0; k < words->n; k++) {
        any |= like[k];
    }
    return any;
}

/* --- too little ------------------------------------------------------------------------------- */

typedef struct {
    double ratio;
    Color color, behind;
} Reading;

/* The best place of the text; FALSE when any place isn't known. */
static gboolean read_text(Contrast *contrast, guint text, const Words *words, double least,
                          Reading *best)
{
    SvgBox ink = svg_linter_ink(contrast->linter, text);
    double opacity = contrast->linter->facts[text].opacity;

    *best = (Reading){0};
    for (guint i = 1; i <= SAMPLES; i++) {
        SvgPoint p = {ink.x + ink.w * i / (SAMPLES + 1), ink.y + ink.h / 2};
        Reading here = {0};

        if (!color_behind(contrast, text, p, &here.behind)) {
            return FALSE;
        }
        here.ratio = ratio_on(words, opacity, here.behind, contrast->func != NULL, &here.color);
        if (here.ratio >= least || is_on_stroke(contrast, text, p)) {
            return FALSE;
        }
        *best = here.ratio > best->ratio ? here : *best;
    }
    return TRUE;
}

/* The same words lie there once more, in another colour: one is the other's shadow or gleam. */
static gboolean has_shadow(const Contrast *contrast, guint text)
{
    const SvgEntry *entry = entry_at(contrast, text);
    g_autofree char *words = svg_content_read(entry->node);
    guint found[SVG_LINT_NEAR];
    guint n = svg_grid_at(svg_linter_texts(contrast->linter), svg_box_center(entry->box), found,
                          SVG_LINT_NEAR);

    for (guint i = 0; i < n; i++) {
        g_autofree char *other =
            found[i] == text ? NULL : svg_content_read(entry_at(contrast, found[i])->node);

        if (other && g_strcmp0(words, other) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void check_text(Contrast *contrast, guint text)
{
    Words words = {.known = TRUE, .plain = TRUE};
    char ratio[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *name = NULL;
    gboolean large;
    Reading reading = {0};

    svg_linter_each_style(contrast->linter, text, note_words, &words);
    if (!words.known || words.n == 0 || is_clear_anyway(contrast, text, &words)) {
        return;
    }
    if (contrast->linter->unseen && is_blended(contrast, text, &words)) {
        svg_linter_mark(contrast->linter, text, "of the colour that is behind it");
    }
    if (!words.plain || !svg_linter_counts(contrast->linter, text)) {
        return;
    }
    large = is_large(contrast->linter, text, &words);
    if (!read_text(contrast, text, &words, large ? contrast->least_large : contrast->least,
                   &reading) ||
        !svg_linter_is_plain(contrast->linter, text) || has_shadow(contrast, text)) {
        return;
    }
    if (contrast->func) {
        contrast->func(entry_at(contrast, text)->node, rgb_of(reading.behind), reading.ratio,
                       large ? contrast->least_large : contrast->least, contrast->data);
        return;
    }
    name = svg_linter_words(contrast->linter, text);
    g_ascii_formatd(ratio, sizeof ratio, "%.1f", reading.ratio);
    svg_linter_report(contrast->linter, SVG_LINT_LOW_CONTRAST, &text, 1,
                      "The contrast of the text %s is %s to 1 (#%06x on #%06x); it should be %s.",
                      name, ratio, rgb_of(reading.color), rgb_of(reading.behind),
                      large ? "3 to 1" : "4.5 to 1");
}

/* The page is white, unless its root says otherwise in a way that isn't read here. */
static gboolean is_page_white(SvgDocument *doc)
{
    const char *style = svg_node_attr(svg_document_root(doc), "style");

    return !style || !strstr(style, "background");
}

static void check_texts(SvgLinter *linter, Contrast *contrast)
{
    for (guint i = 0; i < G_N_ELEMENTS(contrast->linear); i++) {
        contrast->linear[i] = svg_channel_light(i);
    }
    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text && (linter->unseen || svg_linter_counts(linter, thing))) {
            check_text(contrast, thing);
        }
    }
    g_clear_pointer(&contrast->wide, svg_grid_free);
}

void svg_lint_low_contrast(SvgLinter *linter)
{
    Contrast contrast = {.linter = linter,
                         .page = WHITE,
                         .page_known = is_page_white(linter->doc),
                         .least = LEAST,
                         .least_large = LEAST_LARGE,
                         .clear = CLEAR};

    check_texts(linter, &contrast);
}

void svg_lint_each_contrast(SvgDocument *doc, double least, SvgContrastFunc func, gpointer data)
{
    SvgLinter linter;
    Contrast contrast = {.linter = &linter,
                         .page = WHITE,
                         .page_known = is_page_white(doc),
                         .least = least,
                         .least_large = least * LARGE_SHARE,
                         .clear = MAX(CLEAR, least),
                         .func = func,
                         .data = data};

    svg_linter_init(&linter, doc, NULL);
    check_texts(&linter, &contrast);
    g_ptr_array_unref(svg_linter_finish(&linter));
    svg_linter_clear(&linter);
}
