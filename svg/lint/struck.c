/* Words that lines and outlines run across, or that something is painted over in part. */
#include "lint/crossing.h"
#include "shape/masked.h"

#include <math.h>

#define TOP      0.35 /* of the height of words: where small letters begin … */
#define BOTTOM   0.72 /* … and where they stand: what is farther out underlines */
#define MORE     0.45 /* of the letters' height: what is above and below them in a line's own gap */
#define AT_ENDS  0.4  /* of the height: what runs so near to an end of the words is beside them */
#define ACROSS   0.8  /* of the letters' height: what is in them of a line that runs across */
#define REACH_PX 8    /* from their middle: what is so near may be across */
#define LOOKS    24   /* along a line of words */
#define COLUMNS  8    /* places in it, where it is looked for what covers them */
#define COVERED  0.15 /* of the places: fewer aren't missed */
#define PLATE    0.3  /* how thickly what is behind the words of a line must be painted */
#define HABIT    0.5  /* of the lines with words: they run across them here … */
#define FEW      4    /* … if there are no fewer */
#define LONG     3    /* letters: fewer may be a mark on a line */

typedef struct {
    SvgLinter *linter;
    SvgGrid *lines; /* what may run across words */
    GArray *parts;  /* SvgBox */
    GArray *struck; /* Hit */
} Struck;

typedef struct {
    guint text, by;
} Hit;

static const SvgEntry *entry_at(const SvgLinter *linter, guint index)
{
    return svg_scene_entry(linter->scene, index);
}

/* --- what runs across ------------------------------------------------------------------------- */

static gboolean is_frame(const SvgEntry *entry)
{
    return entry->closed && (svg_kind_flags(entry->kind) & SVG_KIND_CLOSED) &&
           entry->kind != SVG_KIND_DRAW && entry->stroke.kind != SVG_PAINT_NONE &&
           entry->head_of == SVG_NO_ENTRY;
}

static SvgBox box_of_line(gconstpointer data, guint thing)
{
    const SvgLinter *linter = data;
    const SvgEntry *entry = entry_at(linter, thing);
    gboolean counts = entry->visible && linter->facts[thing].opacity > 0.1;

    double reach = REACH_PX * linter->px;

    return counts && (svg_linter_is_line(linter, thing) ||
                      (is_frame(entry) && linter->facts[thing].labelled))
               ? svg_box_grown(entry->box, reach, reach)
               : SVG_BOX_EMPTY;
}

static gboolean is_shape(const SvgLinter *linter, guint thing)
{
    return thing != SVG_NO_ENTRY && entry_at(linter, thing)->kind != SVG_KIND_TEXT;
}

/* Another line ends on it, between its ends: it is a lifeline or a bus. */
static gboolean is_met(const SvgLinter *linter, guint line)
{
    const SvgEntry *own = entry_at(linter, line);
    g_autoptr(GArray) track = svg_linter_track(linter, line);
    double near = 3 * linter->px;

    for (guint i = 0; i < linter->about->len; i++) {
        guint thing = g_array_index(linter->about, guint, i);
        const SvgEntry *entry = entry_at(linter, thing);
        const SvgPoint ends[] = {entry->start, entry->end};

        for (guint k = 0; k < 2 && thing != line && svg_linter_is_line(linter, thing); k++) {
            if (svg_box_holds(svg_box_grown(own->box, near, near), ends[k]) &&
                svg_track_distance(track, ends[k]) <= near &&
                MIN(hypot(ends[k].x - own->start.x, ends[k].y - own->start.y),
                    hypot(ends[k].x - own->end.x, ends[k].y - own->end.y)) > 2 * near) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* A line between things of the diagram. Axes, rules and lifelines run across words, too. */
static gboolean is_connection(const SvgLinter *linter, guint line)
{
    guint owner = svg_linter_shape(linter, line);
    const SvgEntry *entry = entry_at(linter, owner);
    gboolean both = is_shape(linter, entry->from) && is_shape(linter, entry->to);

    return svg_linter_is_line(linter, owner) && svg_linter_is_strong(linter, line) &&
           (entry->kind == SVG_KIND_ARROW
                ? is_shape(linter, entry->from) || is_shape(linter, entry->to)
                : both) &&
           !is_met(linter, owner) && !svg_linter_is_tour(linter, line);
}

/* The frame of something else, whose border goes through the words. */
static gboolean is_other_frame(const SvgLinter *linter, guint frame, guint text)
{
    return is_frame(entry_at(linter, frame)) && svg_linter_is_strong(linter, frame) &&
           svg_linter_shape(linter, text) != frame && linter->facts[frame].labelled;
}

static SvgBox letters_of(SvgBox words)
{
    double ends = MIN(AT_ENDS * words.h, words.w / 4);

    return (SvgBox){words.x + ends, words.y + TOP * words.h, words.w - 2 * ends,
                    (BOTTOM - TOP) * words.h};
}

static SvgBox turned(SvgBox box)
{
    return (SvgBox){box.y, box.x, box.h, box.w};
}

/* Of words that run upwards, too. */
static SvgBox core_of(const SvgLinter *linter, guint text, SvgBox words)
{
    const SvgEntry *entry = entry_at(linter, text);
    SvgMatrix m = svg_scene_matrix(linter->scene, entry);

    return fabs(m.a) >= fabs(m.b) ? letters_of(words) : turned(letters_of(turned(words)));
}

static gboolean is_own(const SvgLinter *linter, guint line, guint text)
{
    return svg_linter_shape(linter, text) == svg_linter_shape(linter, line);
}

/* A line that begins or ends in the words is about them. */
static gboolean ends_in(const SvgLinter *linter, guint line, guint text)
{
    const SvgEntry *entry = entry_at(linter, svg_linter_shape(linter, line));
    SvgBox words = entry_at(linter, text)->box;

    return svg_linter_is_line(linter, line) &&
           (svg_box_holds(words, entry->start) || svg_box_holds(words, entry->end));
}

/* A piece of the box, along its longer side. */
static SvgBox piece_of(SvgBox box, guint i)
{
    double w = box.w / LOOKS, h = box.h / LOOKS;

    return box.w >= box.h ? (SvgBox){box.x + i * w, box.y, w, box.h}
                          : (SvgBox){box.x, box.y + i * h, box.w, h};
}

/* Where a gap hides the line that the words are of: they are as long as they surely are, as it was
 * made for them as their author saw them, but nearly as high as all of their letters. */
static SvgBox room_of(SvgLinter *linter, guint line, guint text, SvgBox core)
{
    double less = svg_linter_knows_font(linter, text) ? 0 : -SVG_LINT_OTHER_FONT / 2;
    double more = is_own(linter, line, text) ? MORE : 0;
    gboolean wide = core.w >= core.h;

    return svg_box_grown(core, (wide ? less : more) * core.w, (wide ? more : less) * core.h);
}

/* What of a line lies in the box, without what its mask hides. */
static SvgCrossing shown_across(SvgLinter *linter, guint line, guint text, SvgBox core)
{
    g_autoptr(GArray) track = svg_linter_track(linter, line);
    SvgNode *node = entry_at(linter, line)->node;
    SvgCrossing all = {0, svg_box_center(core)};

    if (!svg_linter_is_masked(linter, line)) {
        return svg_crossing_of_box(track, core);
    }
    core = room_of(linter, line, text, core);
    for (guint i = 0; i < LOOKS; i++) {
        SvgCrossing piece = svg_crossing_of_box(track, piece_of(core, i));

        if (piece.length > 0 && !svg_mask_hides(linter->doc, node, piece.middle)) {
            all.middle = all.length > 0 ? all.middle : piece.middle;
            all.length += piece.length;
        }
    }
    return all;
}

static gboolean runs_across(SvgLinter *linter, guint line, guint text, SvgBox core)
{
    SvgCrossing crossing;

    if (!svg_box_touches(entry_at(linter, line)->box, core) || ends_in(linter, line, text) ||
        (is_frame(entry_at(linter, line)) && svg_box_contains(entry_at(linter, line)->box, core) &&
         svg_linter_is_box(linter, line))) {
        return FALSE;
    }
    crossing = shown_across(linter, line, text, core);
    return crossing.length >= ACROSS * MIN(core.w, core.h) &&
           (is_connection(linter, line) || is_other_frame(linter, line, text)) &&
           (svg_linter_is_plain(linter, line) || svg_linter_is_masked(linter, line)) &&
           svg_linter_cover_at(linter, line, crossing.middle,
                               is_own(linter, line, text) ? PLATE : SVG_LINT_OPAQUE) ==
               SVG_NO_ENTRY;
}

/* --- the words -------------------------------------------------------------------------------- */

static void note_halo(const SvgStyle *style, gpointer data)
{
    *(gboolean *)data |= style->stroke.kind != SVG_PAINT_NONE && style->stroke_width > 0;
}

/* Letters with a border in another colour stand out from what is below. */
static gboolean has_halo(const SvgLinter *linter, guint text)
{
    gboolean halo = FALSE;

    svg_linter_each_style(linter, text, note_halo, &halo);
    return halo || !svg_linter_is_plain(linter, text);
}

static gboolean is_long(const SvgLinter *linter, guint text)
{
    g_autofree char *words = svg_scene_text(linter->scene, entry_at(linter, text));

    return words && g_utf8_strlen(words, -1) >= LONG;
}

static guint line_across(Struck *struck, guint text, SvgBox core)
{
    guint found[2 * SVG_LINT_NEAR], n_looks;
    gboolean wide = core.w >= core.h;
    double length = MAX(core.w, core.h), step = MAX(MIN(core.w, core.h), length / LOOKS);

    n_looks = (guint)ceil(length / step);
    for (guint i = 0; i <= n_looks; i++) {
        double along = (double)i / n_looks;
        SvgPoint at = wide ? (SvgPoint){core.x + along * core.w, core.y + core.h / 2}
                           : (SvgPoint){core.x + core.w / 2, core.y + along * core.h};
        guint n = svg_grid_at(struck->lines, at, found, G_N_ELEMENTS(found));

        for (guint k = 0; k < n; k++) {
            if (runs_across(struck->linter, found[k], text, core)) {
                return found[k];
            }
        }
    }
    return SVG_NO_ENTRY;
}

/* --- painted over ----------------------------------------------------------------------------- */

/* Something with an outline of its own, and no part of a picture. */
static gboolean is_cover(const SvgLinter *linter, guint cover, guint text)
{
    const SvgEntry *entry = entry_at(linter, cover);

    return (svg_kind_flags(entry->kind) & SVG_KIND_CLOSED) && entry->kind != SVG_KIND_DRAW &&
           entry->head_of == SVG_NO_ENTRY && entry->fill.kind != SVG_PAINT_NONE &&
           svg_linter_is_plain(linter, cover) && svg_linter_shape(linter, text) != cover;
}

/* What hides some of the letters, but not all. */
static guint cover_of(SvgLinter *linter, guint text, SvgBox core)
{
    guint covered = 0, cover = SVG_NO_ENTRY;

    for (guint i = 0; i < COLUMNS; i++) {
        SvgPoint at = {core.x + core.w * (i + 0.5) / COLUMNS, core.y + core.h / 2};
        guint over = svg_linter_cover_at(linter, text, at, SVG_LINT_OPAQUE);

        covered += over != SVG_NO_ENTRY;
        cover = over != SVG_NO_ENTRY ? over : cover;
    }
    return covered >= COVERED * COLUMNS && covered < COLUMNS && is_cover(linter, cover, text)
               ? cover
               : SVG_NO_ENTRY;
}

static void report_cover(SvgLinter *linter, guint text, guint cover)
{
    const guint things[] = {text, cover};
    g_autofree char *words = svg_linter_words(linter, text);

    svg_linter_report(linter, SVG_LINT_COVERED_TEXT, things, 2,
                      "A part of the text %s is hidden by \"%s\", which is painted over it.", words,
                      svg_node_id(linter->doc, entry_at(linter, cover)->node));
}

/* --- a quick look ----------------------------------------------------------------------------- */

static gboolean may_strike(const SvgLinter *linter, guint line, guint text)
{
    SvgBox box = entry_at(linter, text)->box, other = entry_at(linter, line)->box;

    return svg_box_touches(box, other) &&
           !(is_frame(entry_at(linter, line)) && svg_box_contains(other, box) &&
             svg_linter_is_box(linter, line));
}

/* So it is with nearly every text: nothing is over its box, and no line runs through it. */
static gboolean is_clear(const Struck *struck, guint text)
{
    SvgBox box = entry_at(struck->linter, text)->box;
    guint n_looks = (guint)CLAMP(ceil(box.w / box.h), 1, LOOKS);
    const SvgGrid *painted = svg_linter_painted(struck->linter);
    guint found[2 * SVG_LINT_NEAR];

    for (guint i = 0; i <= n_looks; i++) {
        SvgPoint at = {box.x + box.w * i / n_looks, box.y + box.h / 2};
        guint n = svg_grid_at(struck->lines, at, found, G_N_ELEMENTS(found));

        for (guint k = 0; k < n; k++) {
            if (may_strike(struck->linter, found[k], text)) {
                return FALSE;
            }
        }
        n = svg_grid_at(painted, at, found, G_N_ELEMENTS(found));
        for (guint k = 0; k < n; k++) {
            if (found[k] > text) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* --- all -------------------------------------------------------------------------------------- */

static gboolean is_wide(const SvgLinter *linter, guint text)
{
    SvgBox box = entry_at(linter, text)->box;

    return box.w >= box.h;
}

static void check_text(Struck *struck, guint text)
{
    SvgLinter *linter = struck->linter;
    guint line = SVG_NO_ENTRY, cover = SVG_NO_ENTRY;

    if (!svg_linter_is_upright(linter, text) || (is_wide(linter, text) && is_clear(struck, text)) ||
        !svg_linter_parts(linter, text, struck->parts)) {
        return;
    }
    for (guint i = 0; i < struck->parts->len && line == SVG_NO_ENTRY && cover == SVG_NO_ENTRY;
         i++) {
        SvgBox core = core_of(linter, text, g_array_index(struck->parts, SvgBox, i));

        line = line_across(struck, text, core);
        cover = line == SVG_NO_ENTRY ? cover_of(linter, text, core) : cover;
    }
    if (line == SVG_NO_ENTRY && cover == SVG_NO_ENTRY) {
        return;
    }
    if (!is_long(linter, text) || has_halo(linter, text)) {
        return;
    }
    if (cover != SVG_NO_ENTRY) {
        report_cover(linter, text, cover);
    } else {
        Hit hit = {text, line};

        g_array_append_val(struck->struck, hit);
    }
}

static void report_struck(SvgLinter *linter, Hit hit)
{
    const guint things[] = {hit.text, hit.by};
    guint owner = svg_linter_shape(linter, hit.by);
    gboolean own = svg_linter_shape(linter, hit.text) == owner;
    g_autofree char *words = svg_linter_words(linter, hit.text);
    const char *id = svg_node_id(linter->doc, entry_at(linter, owner)->node);

    svg_linter_report(linter, SVG_LINT_STRUCK_TEXT, things, own ? 1 : 2,
                      own ? "The line \"%2$s\" runs across its own words, %1$s."
                      : svg_linter_is_line(linter, owner)
                          ? "The text %s is struck through by the line \"%s\"."
                          : "The outline of \"%2$s\" runs across the text %1$s.",
                      words, id);
}

/* Where most lines run across their own words, that is how they are written here; unless a mask
 * interrupts them, as it should. All counts, not only what is near. */
static gboolean is_habit(Struck *struck)
{
    SvgLinter *linter = struck->linter;
    guint n = 0, across = 0;

    for (guint i = 0; i < linter->n; i++) {
        guint line = entry_at(linter, i)->labels;

        if (linter->facts[i].text && line != SVG_NO_ENTRY && svg_linter_is_line(linter, line)) {
            SvgBox core = core_of(linter, i, entry_at(linter, i)->box);

            n++;
            across += shown_across(linter, line, i, core).length > 0;
        }
    }
    return n >= FEW && across > HABIT * n;
}

/* Words that stick out of their shape are told to, and that may be why. */
static gboolean sticks_out(const SvgLinter *linter, guint text)
{
    guint shape = svg_linter_shape(linter, text);
    const char *id = svg_node_id(linter->doc, entry_at(linter, shape)->node);

    for (guint i = 0; i < linter->found->len; i++) {
        const SvgLint *lint = g_array_index(linter->found, SvgFinding, i).lint;

        if (lint->type == SVG_LINT_TEXT_OVERFLOW &&
            g_strv_contains((const char *const *)lint->ids, id)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void report_all(Struck *struck)
{
    gboolean asked = FALSE, habit = FALSE;

    for (guint i = 0; i < struck->struck->len; i++) {
        Hit hit = g_array_index(struck->struck, Hit, i);
        gboolean own = is_own(struck->linter, hit.by, hit.text);

        if (own && !asked) {
            habit = is_habit(struck);
            asked = TRUE;
        }
        if ((!own || !habit || svg_linter_is_masked(struck->linter, hit.by)) &&
            !sticks_out(struck->linter, hit.text)) {
            report_struck(struck->linter, hit);
        }
    }
}

void svg_lint_covered_text(SvgLinter *linter)
{
    Struck struck = {.linter = linter,
                     .parts = g_array_new(FALSE, FALSE, sizeof(SvgBox)),
                     .struck = g_array_new(FALSE, FALSE, sizeof(Hit))};

    struck.lines = linter->n_nodes > 0 ? svg_linter_grid(linter, box_of_line) : NULL;
    for (guint i = 0; struck.lines && i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text && svg_linter_counts(linter, thing)) {
            check_text(&struck, thing);
        }
    }
    report_all(&struck);
    g_clear_pointer(&struck.lines, svg_grid_free);
    g_array_unref(struck.parts);
    g_array_unref(struck.struck);
}
