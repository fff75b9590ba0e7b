/* Words of a line that lie nearer to another one. */
#include "lint/linter.h"

#include <math.h>

#define FAR      1.5 /* heights of the words: how far they must be from their own line … */
#define NEAR     1   /* … and how near to the other … */
#define REACH_PX 8   /* from where it is looked for another one, */
#define COLUMNS  4   /* at so many places */
#define ROWS     5
#define NEARER   3 /* … which is so many times nearer */

typedef struct {
    SvgLinter *linter;
    SvgGrid *lines; /* NULL until asked for */
} Stray;

static const SvgEntry *entry_at(const SvgLinter *linter, guint index)
{
    return svg_scene_entry(linter->scene, index);
}

static SvgBox box_of_line(gconstpointer data, guint thing)
{
    const SvgLinter *linter = data;
    const SvgEntry *entry = entry_at(linter, thing);

    double reach = REACH_PX * linter->px;

    return entry->visible && svg_linter_is_line(linter, thing)
               ? svg_box_grown(entry->box, reach, reach)
               : SVG_BOX_EMPTY;
}

static double distance(const SvgLinter *linter, guint line, SvgBox words)
{
    g_autoptr(GArray) track = svg_linter_track(linter, line);

    return svg_track_nearest_to_box(track, words).distance;
}

/* Of all the lines that it is made of. */
static double distance_of_all(const SvgLinter *linter, guint line, SvgBox words)
{
    double least = distance(linter, line, words);
    guint last = entry_at(linter, line)->last_link;

    for (guint i = line + 1; last != SVG_NO_ENTRY && i <= last && i < linter->n; i++) {
        if (svg_linter_is_line(linter, i) && svg_linter_shape(linter, i) == line) {
            least = MIN(least, distance(linter, i, words));
        }
    }
    return least;
}

/* A connection as the text's own line is one. */
static gboolean is_rival(const SvgLinter *linter, guint own, guint line)
{
    guint owner = svg_linter_shape(linter, line);
    const SvgEntry *entry = entry_at(linter, owner);

    return owner != own && svg_linter_is_line(linter, owner) && entry->label == SVG_NO_ENTRY &&
           entry->from != SVG_NO_ENTRY && entry->to != SVG_NO_ENTRY &&
           svg_linter_counts(linter, owner);
}

static guint rival_of(Stray *stray, guint own, SvgBox words, double away)
{
    SvgLinter *linter = stray->linter;
    SvgBox around = svg_box_grown(words, NEAR * words.h, NEAR * words.h);
    guint found[SVG_LINT_NEAR];

    stray->lines = stray->lines ? stray->lines : svg_linter_grid(linter, box_of_line);
    for (guint i = 0; i < COLUMNS * ROWS; i++) {
        guint row = i / COLUMNS;
        SvgPoint at = {around.x + around.w * (i % COLUMNS) / (COLUMNS - 1),
                       around.y + around.h * row / (ROWS - 1)};
        guint n = svg_grid_at(stray->lines, at, found, SVG_LINT_NEAR);

        for (guint k = 0; k < n; k++) {
            if (is_rival(linter, own, found[k])) {
                double near = distance(linter, found[k], words);

                if (near <= NEAR * words.h && near * NEARER <= away) {
                    return svg_linter_shape(linter, found[k]);
                }
            }
        }
    }
    return SVG_NO_ENTRY;
}

static void check_label(Stray *stray, guint text, guint line)
{
    SvgLinter *linter = stray->linter;
    SvgBox box = svg_linter_ink(linter, text);
    double away = distance_of_all(linter, line, box);
    guint rival = away >= FAR * box.h ? rival_of(stray, line, box, away) : SVG_NO_ENTRY;
    const guint things[] = {line, rival};
    g_autofree char *words = NULL, *by = NULL;

    if (rival == SVG_NO_ENTRY) {
        return;
    }
    words = svg_linter_words(linter, text);
    by = svg_linter_number(linter, away);
    svg_linter_report(linter, SVG_LINT_STRAY_LABEL, things, 2,
                      "The words %s are %s units away from their own line, and lie at \"%s\".",
                      words, by, svg_node_id(linter->doc, entry_at(linter, rival)->node));
}

void svg_lint_stray_label(SvgLinter *linter)
{
    Stray stray = {linter, NULL};

    for (guint i = 0; i < linter->near->len; i++) {
        guint text = svg_linter_near(linter, i);
        guint line = entry_at(linter, text)->labels;

        if (linter->facts[text].text && line != SVG_NO_ENTRY && svg_linter_is_line(linter, line) &&
            svg_linter_counts(linter, text) && svg_linter_is_upright(linter, text)) {
            check_label(&stray, text, line);
        }
    }
    g_clear_pointer(&stray.lines, svg_grid_free);
}
