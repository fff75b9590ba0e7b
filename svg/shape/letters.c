/* How the words of a shape look, and where they stand. */
#include "shape/content.h"
#include "shape/scene.h"

#include <svg/shape.h>

#include <math.h>
#include <string.h>

#define ALIKE 0.02 /* of a letter's height */

static gboolean has_letters(const SvgEntry *words)
{
    return svg_node_tag(words->node) == SVG_TAG_TEXT && !svg_content_original(words->node);
}

static SvgLineLetters letters_of(const SvgScene *scene, const SvgEntry *words, SvgNode *first)
{
    SvgStyle style;
    SvgLineLetters letters = {0};

    svg_style_of(scene->doc, first, &style);
    letters.font_size = style.font_size * svg_matrix_scale(svg_scene_matrix(scene, words));
    letters.bold = style.font_weight >= SVG_BOLD;
    if (style.fill.kind == SVG_PAINT_COLOR) {
        g_snprintf(letters.ink, sizeof letters.ink, "#%06x", style.fill.rgb & 0xffffff);
    }
    return letters;
}

static gboolean are_alike(const SvgLineLetters *a, const SvgLineLetters *b)
{
    return fabs(a->font_size - b->font_size) <= ALIKE * a->font_size && a->bold == b->bold &&
           strcmp(a->ink, b->ink) == 0;
}

static guint count_lines(const char *text)
{
    guint n = 1;

    for (; *text; text++) {
        n += *text == '\n';
    }
    return n;
}

/* A line of no words looks as the next one. */
static void add_lines(const SvgScene *scene, const SvgEntry *words, guint skip, GArray *all)
{
    g_autoptr(GArray) runs = svg_content_runs(words->node);
    guint line = skip;

    for (guint i = 0; i < runs->len; i++) {
        const SvgWordRun *run = &g_array_index(runs, SvgWordRun, i);

        for (; line <= run->line; line++) {
            SvgLineLetters letters = letters_of(scene, words, run->text->parent);

            g_array_append_val(all, letters);
        }
    }
}

/* Of every line; NULL where one isn't of letters that we know. */
static GArray *read_lines(const SvgScene *scene, const SvgEntry *entry, const SvgEntry *words)
{
    g_autoptr(GArray) all = g_array_new(FALSE, TRUE, sizeof(SvgLineLetters));
    guint next = words == entry ? entry->label : words->next_label;

    add_lines(scene, words, 0, all);
    for (const SvgEntry *last = words; next != SVG_NO_ENTRY; next = last->next_label) {
        const SvgEntry *line = svg_scene_entry(scene, next);

        if (!has_letters(line)) {
            return NULL;
        }
        add_lines(scene, line, svg_scene_goes_on(scene, last, line) ? 1 : 0, all);
        last = line;
    }
    return g_steal_pointer(&all);
}

static void read_mixed(const SvgScene *scene, const SvgEntry *entry, const SvgEntry *words,
                       SvgShape *shape)
{
    g_autoptr(GArray) all = read_lines(scene, entry, words);
    gboolean alike = TRUE;

    if (!all || all->len != count_lines(shape->text)) {
        return;
    }
    for (guint i = 1; i < all->len; i++) {
        alike = alike && are_alike(&g_array_index(all, SvgLineLetters, 0),
                                   &g_array_index(all, SvgLineLetters, i));
    }
    shape->letters = alike ? NULL : g_steal_pointer(&all);
}

/* Where all of them stand, as their middle lies to the box; beside a corner it counts by how far.
 */
static SvgLabelSide side_of(const SvgScene *scene, const SvgEntry *words, SvgBox shape)
{
    SvgBox box = words->box;

    for (guint i = words->next_label; i != SVG_NO_ENTRY;
         i = svg_scene_entry(scene, i)->next_label) {
        box = svg_box_union(box, svg_scene_entry(scene, i)->box);
    }
    SvgPoint at = svg_box_center(box);
    const double out[] = {
        [SVG_LABEL_WITHIN] = 0,
        [SVG_LABEL_ABOVE] = shape.y - at.y,
        [SVG_LABEL_BELOW] = at.y - shape.y - shape.h,
        [SVG_LABEL_LEFT] = shape.x - at.x,
        [SVG_LABEL_RIGHT] = at.x - shape.x - shape.w,
    };
    SvgLabelSide side = SVG_LABEL_WITHIN;
    for (SvgLabelSide i = SVG_LABEL_ABOVE; i < G_N_ELEMENTS(out); i++) {
        side = out[i] > out[side] ? i : side;
    }
    return side;
}

void svg_scene_read_letters(const SvgScene *scene, const SvgEntry *entry, SvgShape *shape)
{
    gboolean line = entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_ARROW;
    const SvgEntry *words = entry->kind == SVG_KIND_TEXT   ? entry
                            : entry->label != SVG_NO_ENTRY ? svg_scene_entry(scene, entry->label)
                                                           : NULL;
    SvgStyle style;

    if (!words || svg_node_tag(words->node) != SVG_TAG_TEXT) {
        return;
    }
    svg_style_of(scene->doc, svg_content_first(words->node), &style);
    shape->font_size = style.font_size * svg_matrix_scale(svg_scene_matrix(scene, words));
    shape->bold = style.font_weight >= SVG_BOLD;
    shape->ink = svg_paint_name(&style.fill);
    if (shape->text && strchr(shape->text, '\n') && has_letters(words)) {
        read_mixed(scene, entry, words, shape);
    }
    if (words != entry && !line) {
        shape->side = side_of(scene, words, shape->box);
    }
}
