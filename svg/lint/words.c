/* Texts whose words nobody sees as they are drawn, though whoever reads the drawing's source does:
 * what it says of its colours is in contrast.c, of what lies on it in unseen.c. */
#include "lint/linter.h"

#include <svg/survey.h>

#include <math.h>
#include <string.h>

#define SMALL_PX   2    /* letters that are no higher can't be read */
#define SMALLER_PX 4    /* nor can these, where the page is so much larger: */
#define LARGE_PAGE 300  /* times the letters' height */
#define CLEAR      0.05 /* opacity */

void svg_linter_mark(SvgLinter *linter, guint text, const char *why)
{
    guint shape = svg_linter_shape(linter, text);
    const char *id = svg_node_id(linter->doc, svg_scene_entry(linter->scene, shape)->node);

    if (!g_hash_table_contains(linter->unseen, id)) {
        g_hash_table_insert(linter->unseen, g_strdup(id), (gpointer)why);
    }
}

/* --- letters ---------------------------------------------------------------------------------- */

/* Of the words of a text: what any of them is. */
typedef struct {
    double scale;   /* of its user space */
    double opacity; /* of all of it */
    double size;    /* of the smallest, document units */
    gboolean clear; /* as good as transparent */
    gboolean bare;  /* not painted */
} Letters;

static void note_letters(const SvgStyle *style, gpointer data)
{
    Letters *letters = data;
    gboolean filled = style->fill.kind != SVG_PAINT_NONE;
    gboolean stroked = style->stroke.kind != SVG_PAINT_NONE && style->stroke_width > 0;
    double fill = filled ? style->fill.alpha * style->fill_opacity : 0;
    double stroke = stroked ? style->stroke.alpha * style->stroke_opacity : 0;

    letters->size = MIN(letters->size, style->font_size * letters->scale);
    letters->bare |= !filled && !stroked;
    letters->clear |= MAX(fill, stroke) * letters->opacity <= CLEAR;
}

static Letters letters_of(const SvgLinter *linter, guint text)
{
    SvgMatrix m = svg_scene_matrix(linter->scene, svg_scene_entry(linter->scene, text));
    Letters letters = {
        .scale = svg_matrix_scale(m), .opacity = linter->facts[text].opacity, .size = G_MAXDOUBLE};

    svg_linter_each_style(linter, text, note_letters, &letters);
    return letters;
}

static gboolean is_small(const SvgLinter *linter, double size)
{
    double px = size / linter->px;

    return px < SMALL_PX ||
           (px < SMALLER_PX && size * LARGE_PAGE < MAX(linter->page.w, linter->page.h));
}

/* --- places ----------------------------------------------------------------------------------- */

static gboolean is_off_page(const SvgLinter *linter, SvgBox ink)
{
    g_autoptr(GPtrArray) pages = NULL;

    if (svg_box_touches(ink, linter->page)) {
        return FALSE;
    }
    pages = svg_document_pages(linter->doc);
    for (guint i = 0; i < pages->len; i++) {
        if (svg_box_touches(ink, ((const SvgPage *)pages->pdata[i])->box)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean cuts(const SvgLinter *linter, guint thing)
{
    const SvgNode *node = svg_scene_entry(linter->scene, thing)->node;

    return svg_node_tag(node) == SVG_TAG_SVG ||
           svg_style_declared(linter->doc, node, SVG_PROPERTY_CLIP_PATH) ||
           svg_style_declared(linter->doc, node, SVG_PROPERTY_MASK);
}

/* What is left of it, or of something that it is in, is elsewhere. */
static gboolean is_clipped(const SvgLinter *linter, guint text)
{
    SvgBox box = svg_scene_entry(linter->scene, text)->box;

    for (guint at = text; at != SVG_NO_ENTRY; at = svg_scene_entry(linter->scene, at)->parent) {
        if (cuts(linter, at)) {
            SvgBox left =
                svg_node_bounds(linter->doc, svg_scene_entry(linter->scene, at)->node).visual;

            if (svg_box_is_empty(left) || !svg_box_touches(left, box)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* NULL where nothing of this is so. */
static const char *reason(SvgLinter *linter, guint text)
{
    Letters letters = letters_of(linter, text);

    return is_small(linter, letters.size)                                   ? "too small to read"
           : letters.bare                                                   ? "not painted"
           : letters.clear                                                  ? "transparent"
           : is_off_page(linter, svg_scene_entry(linter->scene, text)->box) ? "off the page"
           : is_clipped(linter, text)                                       ? "clipped away"
                                                                            : NULL;
}

void svg_lint_unseen_words(SvgLinter *linter)
{
    for (guint i = 0; linter->unseen && i < linter->near->len; i++) {
        guint text = svg_linter_near(linter, i);
        const char *why = linter->facts[text].text ? reason(linter, text) : NULL;

        if (why) {
            svg_linter_mark(linter, text, why);
        }
    }
}
