/* Texts that don't fit: in their shape, beside each other, on the page. */
#include "lint/linter.h"
#include "shape/content.h"

#include <math.h>
#include <string.h>

#define LEAST_PX      1    /* what sticks out less isn't seen */
#define LEAST_HEIGHT  0.2  /* of the text's height: the same */
#define LEAST_WIDTH   0.02 /* of its width: the same, as no two programs measure text alike */
#define CENTERED      0.05 /* of the shape's width: a text's middle from its own, and is its label */
#define TOO_WIDE      3    /* shapes: a text that is wider isn't its label */
#define LEAST_SHAPE   2    /* heights of the text: a narrower shape is a mark beside it */
#define COMMON_WIDTH  0.3  /* of the smaller height: texts that lie on each other */
#define COMMON_HEIGHT 0.25 /* likewise */
#define COMMON_PX     2.5  /* likewise, at least */
#define MOST          0.5  /* of the texts: it isn't they that are in the wrong place */
#define SOME          3    /* texts: the same */

static double slack_of(SvgLinter *linter, guint text, SvgBox box)
{
    double width = svg_linter_knows_font(linter, text) ? LEAST_WIDTH : SVG_LINT_OTHER_FONT;

    return MAX(MAX(LEAST_PX * linter->px, LEAST_HEIGHT * box.h), width * box.w);
}

typedef struct {
    double by;
    const char *where;
} Excess;

/* How far `inner` sticks out on its worst side. */
static Excess excess_of(SvgBox outer, SvgBox inner)
{
    const Excess sides[] = {
        {outer.x - inner.x, "on the left"},
        {inner.x + inner.w - outer.x - outer.w, "on the right"},
        {outer.y - inner.y, "at the top"},
        {inner.y + inner.h - outer.y - outer.h, "at the bottom"},
    };
    Excess worst = {0, NULL};

    for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
        worst = sides[i].by > worst.by ? sides[i] : worst;
    }
    return worst;
}

/* --- out of the shape ------------------------------------------------------------------------- */

static gboolean is_painted(const SvgEntry *entry)
{
    return entry->fill.kind != SVG_PAINT_NONE || entry->stroke.kind != SVG_PAINT_NONE;
}

/* A frame that can be seen, in which a text looks at home or not. */
static gboolean is_frame(const SvgEntry *entry)
{
    return is_painted(entry) && entry->kind != SVG_KIND_DRAW &&
           (svg_kind_flags(entry->kind) & SVG_KIND_CLOSED);
}

static void report_excess(SvgLinter *linter, const guint *things, guint n, Excess excess)
{
    g_autofree char *words = svg_linter_words(linter, things[n - 1]);
    g_autofree char *by = svg_linter_number(linter, excess.by);

    svg_linter_report(linter, SVG_LINT_TEXT_OVERFLOW, things, n,
                      "The text %s sticks out of its shape by %s units %s.", words, by,
                      excess.where);
}

/* In the middle of its height a line must lie in the outline, where that isn't a rectangle. */
static Excess excess_of_line(SvgLinter *linter, guint shape, SvgBox ink)
{
    g_autoptr(GArray) track =
        svg_linter_is_box(linter, shape) ? NULL : svg_linter_track(linter, shape);
    double middle = ink.y + ink.h / 2;
    const struct {
        SvgPoint end;
        const char *where;
    } ends[] = {{{ink.x, middle}, "on the left"}, {{ink.x + ink.w, middle}, "on the right"}};
    Excess worst = {0, NULL};

    for (guint i = 0; track && i < G_N_ELEMENTS(ends); i++) {
        double by =
            svg_track_encloses(track, ends[i].end) ? 0 : svg_track_distance(track, ends[i].end);

        worst = by > worst.by ? (Excess){by, ends[i].where} : worst;
    }
    return worst;
}

static gboolean is_one_line(const SvgEntry *text)
{
    g_autofree char *words = svg_content_read(text->node);

    return words && !strchr(words, '\n');
}

/* A label beside its shape, as a caption is, can't stick out of it. */
static void check_label(SvgLinter *linter, guint shape, guint text)
{
    const SvgEntry *outer = svg_scene_entry(linter->scene, shape);
    const SvgEntry *inner = svg_scene_entry(linter->scene, text);
    gboolean in_box = svg_box_contains(outer->box, inner->box);
    Excess excess = {0, NULL};
    SvgBox ink;

    if (!linter->facts[text].text || !svg_linter_looks_at(linter, text) ||
        !svg_box_holds(outer->box, svg_box_center(inner->box)) ||
        (in_box && outer->kind == SVG_KIND_RECTANGLE) || !svg_linter_is_upright(linter, text)) {
        return;
    }
    ink = svg_linter_ink(linter, text);
    excess = excess_of(outer->box, ink);
    if (excess.by <= 0 && is_one_line(inner)) {
        excess = excess_of_line(linter, shape, ink);
    }
    if (excess.by > slack_of(linter, text, ink)) {
        const guint things[] = {text};

        report_excess(linter, things, 1, excess);
    }
}

/* A text that is too wide to be told for the label of the shape in whose middle it stands. */
static void check_free_text(SvgLinter *linter, guint text)
{
    SvgBox box = svg_scene_entry(linter->scene, text)->box;
    SvgPoint center = svg_box_center(box);
    guint found[SVG_LINT_NEAR];
    guint n = svg_linter_outlines_at(linter, center, found, SVG_LINT_NEAR);

    for (guint i = 0; i < n; i++) {
        const SvgEntry *shape = svg_scene_entry(linter->scene, found[i]);
        SvgBox outer = shape->box;
        gboolean is_its = is_frame(shape) && shape->label == SVG_NO_ENTRY && found[i] < text &&
                          box.w > outer.w && box.w <= TOO_WIDE * outer.w && box.h <= outer.h &&
                          outer.w >= LEAST_SHAPE * box.h &&
                          fabs(svg_box_center(outer).x - center.x) <= CENTERED * outer.w;

        if (is_its && svg_linter_is_upright(linter, text)) {
            const guint things[] = {found[i], text};
            SvgBox ink = svg_linter_ink(linter, text);
            Excess excess = excess_of(outer, ink);

            if (excess.by > slack_of(linter, text, ink)) {
                report_excess(linter, things, 2, excess);
            }
            return;
        }
    }
}

static int compare_things(gconstpointer a, gconstpointer b)
{
    guint p = *(const guint *)a, q = *(const guint *)b;

    return (p > q) - (p < q);
}

/* What is near the view, and what it labels (guint): in order, some of it twice. */
static GArray *find_concerned(const SvgLinter *linter)
{
    GArray *things = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);
        guint labels = svg_scene_entry(linter->scene, thing)->labels;

        g_array_append_val(things, thing);
        if (labels != SVG_NO_ENTRY && !linter->facts[labels].near) {
            g_array_append_val(things, labels);
        }
    }
    g_array_sort(things, compare_things);
    return things;
}

static void check_texts_of(SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    gboolean frame = entry->label != SVG_NO_ENTRY && is_frame(entry);

    for (guint at = frame ? entry->label : SVG_NO_ENTRY; at != SVG_NO_ENTRY;
         at = svg_scene_entry(linter->scene, at)->next_label) {
        check_label(linter, thing, at);
    }
    if (linter->facts[thing].text && entry->labels == SVG_NO_ENTRY &&
        svg_linter_looks_at(linter, thing)) {
        check_free_text(linter, thing);
    }
}

void svg_lint_text_overflow(SvgLinter *linter)
{
    g_autoptr(GArray) things = find_concerned(linter);

    for (guint i = 0; i < things->len; i++) {
        guint thing = g_array_index(things, guint, i);

        if (i == 0 || g_array_index(things, guint, i - 1) != thing) {
            check_texts_of(linter, thing);
        }
    }
}

/* --- on each other ---------------------------------------------------------------------------- */

typedef struct {
    SvgLinter *linter;
    guint *group;  /* union-find, by text */
    SvgBox *with;  /* what a text and one that it lies on have in common */
    GArray *found; /* guint: texts for which there is such a box */
    GArray *parts[2];
} Overlaps;

static guint group_of(guint *group, guint text)
{
    while (group[text] != text) {
        text = group[text] = group[group[text]];
    }
    return text;
}

static gboolean lie_on_each_other(SvgBox a, SvgBox b, SvgBox *common)
{
    double height = MIN(a.h, b.h);

    *common = svg_box_intersection(a, b);
    return common->w >= COMMON_WIDTH * height && common->h >= COMMON_HEIGHT * height &&
           MIN(a.w, b.w) > height / 2;
}

/* As wide as they surely are. */
static gboolean read_parts(Overlaps *overlaps, guint text, GArray *parts)
{
    gboolean read = svg_linter_parts(overlaps->linter, text, parts);
    double less = svg_linter_knows_font(overlaps->linter, text) ? 0 : SVG_LINT_OTHER_FONT;

    for (guint i = 0; i < parts->len; i++) {
        SvgBox *box = &g_array_index(parts, SvgBox, i);

        box->x += box->w * less / 2;
        box->w -= box->w * less;
    }
    return read;
}

static gboolean have_common_part(Overlaps *overlaps, guint a, guint b, SvgBox *common)
{
    GArray *const *parts = overlaps->parts;

    if (!read_parts(overlaps, a, parts[0]) || !read_parts(overlaps, b, parts[1])) {
        return FALSE;
    }
    for (guint i = 0; i < parts[0]->len; i++) {
        for (guint k = 0; k < parts[1]->len; k++) {
            if (lie_on_each_other(g_array_index(parts[0], SvgBox, i),
                                  g_array_index(parts[1], SvgBox, k), common) &&
                common->h >= COMMON_PX * overlaps->linter->px) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* A letter alone is a part of something drawn with letters; the same words twice are a shadow. */
static gboolean may_be_compared(const SvgLinter *linter, guint a, guint b)
{
    g_autofree char *first = svg_content_read(svg_scene_entry(linter->scene, a)->node);
    g_autofree char *second = svg_content_read(svg_scene_entry(linter->scene, b)->node);

    return first && second && g_utf8_strlen(first, -1) > 1 && g_utf8_strlen(second, -1) > 1 &&
           strcmp(first, second) != 0;
}

static void note_common(Overlaps *overlaps, guint text, SvgBox common)
{
    if (overlaps->with[text].w <= 0) {
        g_array_append_val(overlaps->found, text);
    }
    overlaps->with[text] = common;
}

static void compare_texts(Overlaps *overlaps, guint a, guint b)
{
    SvgLinter *linter = overlaps->linter;
    SvgBox common;

    if (lie_on_each_other(svg_scene_entry(linter->scene, a)->box,
                          svg_scene_entry(linter->scene, b)->box, &common) &&
        group_of(overlaps->group, a) != group_of(overlaps->group, b) &&
        may_be_compared(linter, a, b) && have_common_part(overlaps, a, b, &common)) {
        guint p = group_of(overlaps->group, a), q = group_of(overlaps->group, b);

        overlaps->group[MAX(p, q)] = MIN(p, q);
        note_common(overlaps, a, common);
        note_common(overlaps, b, common);
    }
}

/* Two boxes that lie on each other hold a corner or the middle of one another, but for some crossed
 * ones. */
static void compare_neighbours(Overlaps *overlaps, const SvgGrid *grid, guint text)
{
    SvgBox box = svg_scene_entry(overlaps->linter->scene, text)->box;
    const SvgPoint points[] = {svg_box_center(box),
                               {box.x, box.y},
                               {box.x + box.w, box.y},
                               {box.x, box.y + box.h},
                               {box.x + box.w, box.y + box.h}};
    guint found[SVG_LINT_NEAR];

    for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
        guint n = svg_grid_at(grid, points[i], found, SVG_LINT_NEAR);

        for (guint k = 0; k < n; k++) {
            if (found[k] != text) {
                compare_texts(overlaps, text, found[k]);
            }
        }
    }
}

static void report_group(const Overlaps *overlaps, const guint *texts, guint n)
{
    SvgLinter *linter = overlaps->linter;
    SvgBox common = overlaps->with[texts[0]];
    g_autofree char *first = svg_linter_words(linter, texts[0]);
    g_autofree char *second = svg_linter_words(linter, texts[1]);
    g_autofree char *w = svg_linter_number(linter, common.w);
    g_autofree char *h = svg_linter_number(linter, common.h);

    if (n > 2) {
        svg_linter_report(linter, SVG_LINT_OVERLAPPING_TEXT, texts, n,
                          "The texts %s, %s and %u more lie on each other.", first, second, n - 2);
        return;
    }
    svg_linter_report(linter, SVG_LINT_OVERLAPPING_TEXT, texts, n,
                      "The texts %s and %s lie on each other: %s by %s units are common to both.",
                      first, second, w, h);
}

static int compare_places(gconstpointer a, gconstpointer b, gpointer data)
{
    guint *group = data;
    guint i = *(const guint *)a, k = *(const guint *)b;
    guint p = group_of(group, i), q = group_of(group, k);

    return p != q ? (p < q ? -1 : 1) : (i > k) - (i < k);
}

static void report_groups(const Overlaps *overlaps)
{
    GArray *texts = overlaps->found;

    g_array_sort_with_data(texts, compare_places, overlaps->group);
    for (guint i = 0, n; i < texts->len; i += n) {
        const guint *first = &g_array_index(texts, guint, i);

        for (n = 1; i + n < texts->len &&
                    group_of(overlaps->group, first[n]) == group_of(overlaps->group, first[0]);) {
            n++;
        }
        report_group(overlaps, first, n);
    }
}

void svg_lint_overlapping_text(SvgLinter *linter)
{
    const SvgGrid *grid = svg_linter_texts(linter);
    Overlaps overlaps = {.linter = linter,
                         .group = g_new(guint, MAX(linter->n, 1)),
                         .with = g_new0(SvgBox, MAX(linter->n, 1)),
                         .found = g_array_new(FALSE, FALSE, sizeof(guint)),
                         .parts = {g_array_new(FALSE, FALSE, sizeof(SvgBox)),
                                   g_array_new(FALSE, FALSE, sizeof(SvgBox))}};

    for (guint i = 0; i < linter->n; i++) {
        overlaps.group[i] = i;
    }
    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text && svg_linter_counts(linter, thing)) {
            compare_neighbours(&overlaps, grid, thing);
        }
    }
    report_groups(&overlaps);
    g_free(overlaps.group);
    g_free(overlaps.with);
    g_array_unref(overlaps.found);
    g_array_unref(overlaps.parts[0]);
    g_array_unref(overlaps.parts[1]);
}

/* --- off the page ----------------------------------------------------------------------------- */

static gboolean is_off_page(SvgLinter *linter, guint text, Excess *excess)
{
    SvgBox box = svg_scene_entry(linter->scene, text)->box;

    if (svg_box_contains(linter->page, box)) {
        return FALSE;
    }
    box = svg_linter_ink(linter, text);
    *excess = excess_of(linter->page, box);
    return !svg_box_is_empty(box) && excess->by > slack_of(linter, text, box);
}

static void report_off_page(SvgLinter *linter, guint text)
{
    Excess excess = {0, NULL};
    g_autofree char *words = svg_linter_words(linter, text);
    g_autofree char *by = NULL;

    is_off_page(linter, text, &excess);
    by = svg_linter_number(linter, excess.by);
    svg_linter_report(linter, SVG_LINT_TEXT_OFF_PAGE, &text, 1,
                      "The text %s goes %s units beyond the page %s.", words, by, excess.where);
}

static gboolean is_any_near_off_page(SvgLinter *linter)
{
    Excess excess;

    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text && svg_linter_counts(linter, thing) &&
            is_off_page(linter, thing, &excess)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Where most of the drawing is off the page, it is the page that is wrong: one finding. */
void svg_lint_text_off_page(SvgLinter *linter)
{
    g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(guint));
    guint all = 0;
    Excess excess;

    if (!is_any_near_off_page(linter)) {
        return;
    }
    for (guint i = 0; i < linter->n; i++) {
        if (linter->facts[i].text && svg_linter_counts(linter, i)) {
            all++;
            if (is_off_page(linter, i, &excess)) {
                g_array_append_val(off, i);
            }
        }
    }
    if (off->len > SOME && off->len > MOST * all) {
        svg_linter_report(linter, SVG_LINT_TEXT_OFF_PAGE, &g_array_index(off, guint, 0), off->len,
                          "Most of the drawing lies beyond the page: %u of its %u texts.", off->len,
                          all);
        return;
    }
    for (guint i = 0; i < off->len; i++) {
        report_off_page(linter, g_array_index(off, guint, i));
    }
}
