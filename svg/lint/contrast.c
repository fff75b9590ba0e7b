/* Texts that are hard to tell from what is behind them: WCAG 2.1 §1.4.3. Only where all that is
 * painted behind a text is known to be of one colour each. */
#include "lint/contrast.h"

#include "lint/behind.h"
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
#define PLACES      9         /* along the text, of which … */
#define PART        3         /* … so many in a row are a part of it */
#define LOST        1.4       /* letters that are missed */

/* Along a text: where it is looked first. */
static const double looks[] = {0.5, 0.12, 0.88};

typedef struct {
    SvgLinter *linter;
    SvgBehind behind;
    double linear[256]; /* channels, as they count in luminance */
    double least, least_large, clear;
    SvgContrastFunc func; /* NULL: it is reported */
    gpointer data;
} Contrast;

static guint32 rgb_of(SvgLintColor c)
{
    return (guint32)lround(c.r) << 16 | (guint32)lround(c.g) << 8 | (guint32)lround(c.b);
}

static double luminance(SvgLintColor c)
{
    return svg_luminance(c.r, c.g, c.b);
}

static double ratio_of(SvgLintColor a, SvgLintColor b)
{
    return svg_contrast(luminance(a), luminance(b));
}

/* Quick, of a colour as it is written: its channels are whole. */
static double luminance_of(const Contrast *contrast, SvgLintColor c)
{
    return 0.2126 * contrast->linear[(guint8)c.r] + 0.7152 * contrast->linear[(guint8)c.g] +
           0.0722 * contrast->linear[(guint8)c.b];
}

static const SvgEntry *entry_at(const Contrast *contrast, guint index)
{
    return svg_scene_entry(contrast->linter->scene, index);
}

/* --- the text --------------------------------------------------------------------------------- */

typedef struct {
    gboolean known; /* all its words are of plain colours, … */
    gboolean plain; /* without stroke */
    guint n;
    SvgLintColor colors[SVG_LINT_NEAR], strokes[SVG_LINT_NEAR];
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
        words->colors[words->n] = svg_lint_color(style->fill.rgb);
        words->alphas[words->n] = filled ? style->fill.alpha * style->fill_opacity : 0;
        words->strokes[words->n] = svg_lint_color(style->stroke.rgb);
        words->stroke_alphas[words->n++] =
            stroked ? style->stroke.alpha * style->stroke_opacity : 0;
        words->size = MAX(words->size, style->font_size);
        words->bold |= style->font_weight >= 700;
    }
}

static gboolean is_large(const SvgLinter *linter, guint text, const Words *words)
{
    SvgMatrix m = svg_scene_matrix(linter->scene, svg_scene_entry(linter->scene, text));
    double px = words->size * svg_matrix_scale(m) / linter->px;

    return px >= LARGE_PX || (words->bold && px >= LARGE_PX * 14.0 / 18);
}

/* Of the words that are best to read, wherever they stand; or of the `worst`. */
static double ratio_on(const Words *words, double opacity, SvgLintColor behind, gboolean worst,
                       SvgLintColor *color)
{
    double chosen = 0;

    for (guint i = 0; i < words->n; i++) {
        SvgLintColor shown = svg_lint_mix(behind, words->colors[i], words->alphas[i] * opacity);
        double ratio = ratio_of(shown, behind);

        if (i == 0 || (worst ? ratio < chosen : ratio > chosen)) {
            chosen = ratio;
            *color = shown;
        }
    }
    return chosen;
}

/* Whatever of it is really there: nothing at `p` is of a colour like the text's own, of which
 * `own` is the luminance. */
static gboolean is_clear_at(const Contrast *contrast, double own, SvgPoint p)
{
    guint found[SVG_LINT_NEAR];
    guint n = svg_grid_at(svg_linter_painted(contrast->linter), p, found, SVG_LINT_NEAR);

    for (guint i = 0; i < n; i++) {
        const SvgPaint *fill = &entry_at(contrast, found[i])->fill;
        double other = luminance_of(contrast, svg_lint_color(fill->rgb));

        if (fill->kind != SVG_PAINT_COLOR || svg_contrast(own, other) < contrast->clear) {
            return FALSE;
        }
    }
    return n < SVG_LINT_NEAR;
}

/* Of the nth words. So it is with nearly every text, and cheap to see. */
static gboolean is_clear_of(const Contrast *contrast, guint text, const Words *words, guint word)
{
    SvgBox box = entry_at(contrast, text)->box;
    double own = luminance_of(contrast, words->colors[word]);

    if (words->alphas[word] < SVG_LINT_SOLID ||
        contrast->linter->facts[text].opacity < SVG_LINT_SOLID ||
        svg_contrast(own, luminance_of(contrast, svg_lint_color(contrast->behind.page))) <
            contrast->clear) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(looks); i++) {
        if (!is_clear_at(contrast, own, (SvgPoint){box.x + looks[i] * box.w, box.y + box.h / 2})) {
            return FALSE;
        }
    }
    return TRUE;
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

static double shown_ratio(SvgLintColor behind, SvgLintColor color, double alpha)
{
    return ratio_of(svg_lint_mix(behind, color, alpha), behind);
}

/* Of words `word`, before that. */
static gboolean is_like(const Words *words, guint word, double opacity, SvgLintColor behind)
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
        SvgLintColor behind;

        if (!svg_behind_at(&contrast->behind, text, p, &behind) ||
            svg_behind_is_stroke(&contrast->behind, text, p)) {
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
    SvgLintColor color, behind;
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

        if (!svg_behind_at(&contrast->behind, text, p, &here.behind)) {
            return FALSE;
        }
        here.ratio = ratio_on(words, opacity, here.behind, contrast->func != NULL, &here.color);
        if (here.ratio >= least || svg_behind_is_stroke(&contrast->behind, text, p)) {
            return FALSE;
        }
        *best = here.ratio > best->ratio ? here : *best;
    }
    return TRUE;
}

/* The worst of a part of the text in which nothing is told from what is behind it. FALSE when there
 * is no such part, or any place isn't known. */
static gboolean read_part(Contrast *contrast, guint text, const Words *words, Reading *worst)
{
    SvgBox ink = svg_linter_ink(contrast->linter, text);
    double opacity = contrast->linter->facts[text].opacity;
    guint row = 0, most = 0;

    for (guint i = 0; i < PLACES; i++) {
        SvgPoint p = {ink.x + ink.w * (i + 0.5) / PLACES, ink.y + ink.h / 2};
        Reading here = {0};

        if (!svg_behind_at(&contrast->behind, text, p, &here.behind) ||
            svg_behind_is_stroke(&contrast->behind, text, p)) {
            return FALSE;
        }
        here.ratio = ratio_on(words, opacity, here.behind, FALSE, &here.color);
        row = here.ratio < LOST ? row + 1 : 0;
        if (row > most) {
            most = row;
            *worst = here;
        }
    }
    return most >= PART && ink.w > ink.h * 2;
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
    gboolean large, all;
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
    all = read_text(contrast, text, &words, large ? contrast->least_large : contrast->least,
                    &reading);
    if ((!all && (contrast->func || !read_part(contrast, text, &words, &reading))) ||
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
                      "The contrast of %sthe text %s is %s to 1 (#%06x on #%06x); it should be %s.",
                      all ? "" : "a part of ", name, ratio, rgb_of(reading.color),
                      rgb_of(reading.behind), large ? "3 to 1" : "4.5 to 1");
}

static void check_texts(SvgLinter *linter, Contrast *contrast)
{
    svg_behind_init(&contrast->behind, linter);
    for (guint i = 0; i < G_N_ELEMENTS(contrast->linear); i++) {
        contrast->linear[i] = svg_channel_light(i);
    }
    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text && (linter->unseen || svg_linter_counts(linter, thing))) {
            check_text(contrast, thing);
        }
    }
    svg_behind_clear(&contrast->behind);
}

void svg_lint_low_contrast(SvgLinter *linter)
{
    Contrast contrast = {
        .linter = linter, .least = LEAST, .least_large = LEAST_LARGE, .clear = CLEAR};

    check_texts(linter, &contrast);
}

void svg_lint_each_contrast(SvgDocument *doc, double least, SvgContrastFunc func, gpointer data)
{
    SvgLinter linter;
    Contrast contrast = {.linter = &linter,
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
