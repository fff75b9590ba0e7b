/* New shapes: every kind, words fitted to it, what it looks like, where it goes; pens and
 * connections. */
#include "geometry/text.h"
#include "values/values.h"

#include <svg/edit.h>
#include <svg/error.h>
#include <svg/limits.h>

#include <math.h>
#include <string.h>

#define XMLNS                                                       \
    "xmlns='http://www.w3.org/2000/svg' "                           \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' " \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'"

static SvgDocument *parse_page(const char *view_box, const char *body)
{
    g_autofree char *text = g_strdup_printf("<svg " XMLNS " viewBox='%s'>%s</svg>", view_box, body);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "t.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static SvgDocument *parse(const char *body)
{
    return parse_page("0 0 1000 1000", body);
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

/* What the last edit's note said is in *note, unless that is NULL. */
static void finish(SvgEdit *edit, gboolean done, GError *error, char **note)
{
    g_assert_no_error(error);
    g_assert_true(done);
    if (note) {
        *note = g_strdup(svg_edit_note(edit));
    }
    g_autoptr(GError) late = NULL;
    svg_change_free(svg_edit_commit(edit, &late));
    g_assert_no_error(late);
}

static void create_noted(SvgDocument *doc, const SvgSpec *spec, char **note)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean done = svg_edit_create(edit, spec, &error) != NULL;
    finish(edit, done, error, note);
}

static void create(SvgDocument *doc, const SvgSpec *spec)
{
    create_noted(doc, spec, NULL);
}

static void update(SvgDocument *doc, const char *id, const SvgSpec *spec, char **note)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean done = svg_edit_update(edit, id, spec, &error);
    finish(edit, done, error, note);
}

static void assert_refused(SvgDocument *doc, const SvgSpec *spec, int code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_null(svg_edit_create(edit, spec, &error));
    g_assert_error(error, SVG_ERROR, code);
    g_assert_cmpstr(error->message, ==, message);
}

static SvgShape *shape_of(SvgDocument *doc, const char *id)
{
    g_autoptr(GError) error = NULL;
    SvgShape *shape = svg_document_shape(doc, id, &error);
    g_assert_no_error(error);
    return shape;
}

static void assert_near_box(SvgBox got, SvgBox wanted, double by)
{
    g_assert_cmpfloat_with_epsilon(got.x, wanted.x, by);
    g_assert_cmpfloat_with_epsilon(got.y, wanted.y, by);
    g_assert_cmpfloat_with_epsilon(got.w, wanted.w, by);
    g_assert_cmpfloat_with_epsilon(got.h, wanted.h, by);
}

#define PLACED (SVG_SPEC_X | SVG_SPEC_Y)
#define SIZED  (PLACED | SVG_SPEC_W | SVG_SPEC_H)

static SvgSpec spec_of(SvgKind kind, SvgBox box)
{
    return (SvgSpec){
        .given = SIZED, .kind = kind, .id = "n", .x = box.x, .y = box.y, .w = box.w, .h = box.h};
}

static gboolean is_outline(SvgKind kind)
{
    return (svg_kind_flags(kind) & SVG_KIND_GEO) || kind == SVG_KIND_NOTE;
}

/* --- kinds ------------------------------------------------------------------------------------ */

/* Fills its box, and is read back, whatever the proportions. */
static void test_kinds(void)
{
    static const SvgBox boxes[] = {
        {100, 50, 120, 90}, {10, 10, 600, 60}, {10, 10, 60, 600}, {0, 0, 1, 1}, {-40, -70, 33, 33}};
    for (SvgKind kind = 0; kind < SVG_KIND_COUNT; kind++) {
        for (gsize i = 0; is_outline(kind) && i < G_N_ELEMENTS(boxes); i++) {
            g_autoptr(SvgDocument) doc = parse("");
            SvgSpec spec = spec_of(kind, boxes[i]);
            create(doc, &spec);
            g_autoptr(SvgShape) shape = shape_of(doc, "n");
            gboolean round = boxes[i].w == boxes[i].h && kind == SVG_KIND_PILL;
            g_assert_cmpstr(svg_kind_name(shape->kind), ==,
                            svg_kind_name(round ? SVG_KIND_ELLIPSE : kind));
            assert_near_box(shape->box, boxes[i], 1e-3);
        }
    }
}

static void append_turned(GString *d, SvgMatrix m, const SvgUserPoint *points, guint n)
{
    for (guint i = 0; i < n; i++) {
        SvgPoint p = svg_matrix_to_document(m, points[i]);
        g_string_append_printf(d, " %.4f,%.4f", p.x, p.y);
    }
}

/* The path data with a turn by 37° written into it. */
static char *turned(const char *d)
{
    static const char letters[] = "MLQCAZ";
    static const guint counts[] = {1, 1, 2, 3, 1, 0};
    SvgMatrix m = svg_matrix_rotation(37, 100, 100);
    g_autoptr(GArray) segments = svg_path_parse(d, NULL);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *s = &g_array_index(segments, SvgSegment, i);
        g_string_append_c(out, letters[s->kind]);
        if (s->kind == SVG_SEG_ARC) {
            g_string_append_printf(out, "%.6f %.6f 37 %d %d", s->arc_u.x, s->arc_v.y,
                                   fabs(s->arc_sweep) > G_PI, s->arc_sweep > 0);
        }
        append_turned(out, m, s->p, counts[s->kind]);
    }
    return g_string_free(out, FALSE);
}

/* Geometry is the evidence: neither an id nor a transform says what was turned. */
static void test_kinds_turned(void)
{
    for (SvgKind kind = 0; kind < SVG_KIND_COUNT; kind++) {
        g_autoptr(SvgDocument) doc = parse("");
        SvgSpec spec = spec_of(kind, (SvgBox){40, 40, 120, 80});
        if (!is_outline(kind)) {
            continue;
        }
        create(doc, &spec);
        g_autofree char *text = print(doc),
                        *start = strstr(text, " d=\"") ? g_strdup(strstr(text, " d=\"") + 4) : NULL;
        if (!start) {
            continue; /* a rect or ellipse */
        }
        *strchr(start, '"') = '\0';
        g_autofree char *d = turned(start);
        g_autofree char *body =
            g_strdup_printf("<path id='e' fill='none' stroke='red' d='%s'/>", d);
        g_autoptr(SvgDocument) other = parse(body);
        g_autoptr(SvgShape) shape = shape_of(other, "e");
        g_assert_cmpstr(svg_kind_name(shape->kind), ==, svg_kind_name(kind));
    }
}

/* Every kind can become every other one in place, and keeps its words. */
static void test_kinds_change(void)
{
    for (SvgKind from = 0; from < SVG_KIND_COUNT; from++) {
        SvgBox box = {100, 100, 160, 120};
        SvgSpec spec = spec_of(from, box);
        spec.text = "Hi";
        if (!(svg_kind_flags(from) & SVG_KIND_GEO)) {
            continue;
        }
        g_autoptr(SvgDocument) doc = parse("");
        create(doc, &spec);
        for (SvgKind to = 0; to < SVG_KIND_COUNT; to++) {
            SvgSpec patch = {.given = SVG_SPEC_KIND, .kind = to};
            if (!(svg_kind_flags(to) & SVG_KIND_GEO)) {
                continue;
            }
            update(doc, "n", &patch, NULL);
            g_autoptr(SvgShape) shape = shape_of(doc, "n");
            g_assert_cmpstr(svg_kind_name(shape->kind), ==, svg_kind_name(to));
            g_assert_cmpstr(shape->text, ==, "Hi");
            assert_near_box(shape->box, box, 1e-3);
        }
    }
}

static void offset(SvgDocument *doc, const char *id, double dx)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean done = svg_edit_offset(edit, (const char *const[]){id, NULL}, dx, 0, &error);
    finish(edit, done, error, NULL);
}

/* What is drawn on a shape of this session goes with it, also where it was moved before. */
static void test_parts(void)
{
    g_autoptr(SvgDocument) doc = parse("");
    SvgSpec box = spec_of(SVG_KIND_RECTANGLE, (SvgBox){100, 100, 120, 60});
    box.text = "Title";
    create(doc, &box);
    offset(doc, "n", 10);
    SvgSpec line = {.kind = SVG_KIND_LINE,
                    .id = "sep",
                    .given = SVG_SPEC_ENDS,
                    .x1 = 110,
                    .y1 = 115,
                    .x2 = 230,
                    .y2 = 115};
    create(doc, &line);
    offset(doc, "n", 100);
    SvgBox after;
    g_assert_true(svg_document_bounds(doc, "sep", &after, NULL));
    assert_near_box(after, (SvgBox){210, 115, 120, 0}, 1e-3);
}

/* --- words ------------------------------------------------------------------------------------ */

/* Of each kind: the words are read as its label, in its outline's box, and go where it goes. */
static void test_labels_tied(void)
{
    for (SvgKind kind = 0; kind < SVG_KIND_COUNT; kind++) {
        if (!is_outline(kind)) {
            continue;
        }
        g_autoptr(SvgDocument) doc = parse("");
        SvgSpec spec = spec_of(kind, (SvgBox){100, 100, 220, 180});
        spec.text = "Some words to read";
        create(doc, &spec);
        g_autoptr(GError) error = NULL;
        SvgBox before, after;
        g_assert_true(svg_document_bounds(doc, "n-label", &before, NULL));
        g_assert_true(svg_box_contains((SvgBox){100, 100, 220, 180}, before));
        SvgEdit *edit = svg_edit_begin(doc, "test");
        gboolean done = svg_edit_offset(edit, (const char *const[]){"n", NULL}, 300, 200, &error);
        finish(edit, done, error, NULL);
        g_assert_true(svg_document_bounds(doc, "n-label", &after, NULL));
        assert_near_box(after, svg_box_offset(before, 300, 200), 1e-3);
        g_autoptr(SvgShape) shape = shape_of(doc, "n");
        g_autofree char *words = g_strdelimit(g_strdup(shape->text), "\n", ' ');
        g_assert_cmpstr(words, ==, "Some words to read");
        g_assert_cmpstr(shape->label_id, ==, "n-label");
    }
}

#define LONG "Words that are by far too many for a box as small as this one"

static void test_fit(void)
{
    static const struct {
        SvgFit fit;
        const char *note;
        gboolean inside;
    } rows[] = {
        {SVG_FIT_GROW, "n was made larger to hold its words", TRUE},
        {SVG_FIT_NONE, NULL, FALSE}, /* as it was asked for */
        {SVG_FIT_SHRINK,
         "the words on n are too many for it; \"fit\":\"grow\" would make it larger", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse("");
        g_autofree char *note = NULL;
        SvgSpec spec = spec_of(SVG_KIND_DIAMOND, (SvgBox){100, 100, 90, 50});
        spec.given |= SVG_SPEC_FIT;
        spec.fit = rows[i].fit;
        spec.text = LONG;
        create_noted(doc, &spec, &note);
        g_assert_cmpstr(note, ==, rows[i].note);
        SvgBox words;
        g_autoptr(SvgShape) shape = shape_of(doc, "n");
        g_assert_true(svg_document_bounds(doc, "n-label", &words, NULL));
        g_assert_true(!rows[i].inside || svg_box_contains(shape->box, words));
        g_assert_cmpfloat(shape->box.x, ==, 100);
        g_assert_cmpfloat(shape->box.y, ==, 100);
    }
}

static void test_fit_smaller(void)
{
    g_autoptr(SvgDocument) doc = parse("");
    g_autofree char *note = NULL;
    SvgSpec spec = spec_of(SVG_KIND_ELLIPSE, (SvgBox){100, 100, 110, 60});
    spec.text = "Three short words here";
    create_noted(doc, &spec, &note);
    g_assert_true(g_str_has_prefix(note, "the words on n were set at "));
    g_assert_true(g_str_has_suffix(note, " % of their size to fit"));
    /* Without a size there is room, and nothing to tell. */
    SvgSpec free = {.given = PLACED, .kind = SVG_KIND_ELLIPSE, .id = "m", .text = LONG};
    g_autofree char *none = NULL;
    create_noted(doc, &free, &none);
    g_assert_null(none);
}

/* New words on an old label are broken to the shape, too, and a shape can grow for them. */
static void test_fit_update(void)
{
    g_autoptr(SvgDocument) doc = parse("");
    g_autofree char *note = NULL;
    SvgSpec spec = spec_of(SVG_KIND_RECTANGLE, (SvgBox){100, 100, 120, 60});
    SvgSpec patch = {.given = SVG_SPEC_FIT, .fit = SVG_FIT_GROW, .text = LONG};
    spec.text = "Hi";
    create(doc, &spec);
    update(doc, "n", &patch, &note);
    g_assert_cmpstr(note, ==, "n was made larger to hold its words");
    g_autoptr(SvgShape) shape = shape_of(doc, "n");
    SvgBox words;
    g_assert_true(svg_document_bounds(doc, "n-label", &words, NULL));
    g_assert_true(svg_box_contains(shape->box, words));
}

/* (x, y) is the corner, middle or end of the block's box. */
static void test_anchors(void)
{
    for (guint i = 0; i < 9; i++) {
        g_autoptr(SvgDocument) doc = parse("");
        SvgSpec spec = {.given = PLACED | SVG_SPEC_ANCHOR | SVG_SPEC_FONT_SIZE,
                        .kind = SVG_KIND_TEXT,
                        .id = "t",
                        .x = 300,
                        .y = 200,
                        .anchor = (SvgAnchor)i,
                        .font_size = 20,
                        .text = "two\nlines"};
        guint row = i / 3;
        create(doc, &spec);
        g_autoptr(SvgShape) shape = shape_of(doc, "t");
        g_assert_cmpfloat_with_epsilon(shape->box.x + shape->box.w * (i % 3) / 2, 300, 0.05);
        g_assert_cmpfloat_with_epsilon(shape->box.y + shape->box.h * row / 2, 200, 0.05);
        /* Another alignment leaves the block where it is. */
        SvgSpec patch = {.given = SVG_SPEC_ANCHOR, .anchor = (SvgAnchor)((i + 1) % 9)};
        SvgBox before = shape->box, after;
        update(doc, "t", &patch, NULL);
        g_assert_true(svg_document_bounds(doc, "t", &after, NULL));
        assert_near_box(after, before, 0.05);
    }
}

/* Turning it off joins what was broken for the width; lines that were asked for stay. */
static void test_wrapping(void)
{
    const char *words = "one two three four five six\nup";
    g_autoptr(SvgDocument) doc =
        parse("<text id='own' x='10' y='500'><tspan x='10' y='500'>a</tspan>"
              "<tspan x='10' y='520'>b</tspan></text>");
    SvgSpec spec = {.given = PLACED | SVG_SPEC_MAX_WIDTH,
                    .kind = SVG_KIND_TEXT,
                    .id = "t",
                    .x = 10,
                    .y = 10,
                    .max_width = 100,
                    .text = words};
    SvgSpec off = {.given = SVG_SPEC_MAX_WIDTH, .max_width = INFINITY};
    create(doc, &spec);
    g_autoptr(SvgShape) broken = shape_of(doc, "t");
    g_assert_cmpstr(broken->text, !=, words);
    g_assert_cmpfloat(broken->box.w, <=, 100);
    update(doc, "t", &off, NULL);
    update(doc, "own", &off, NULL);
    g_autoptr(SvgShape) joined = shape_of(doc, "t"), own = shape_of(doc, "own");
    g_assert_cmpstr(joined->text, ==, words);
    g_assert_cmpstr(own->text, ==, "a\nb");
}

/* --- looks ------------------------------------------------------------------------------------ */

/* On a page of any scale a new box is a part of the page, and its stroke a part of the box. */
static void test_scale(void)
{
    static const struct {
        const char *page;
        double side;
    } rows[] = {{"0 0 1 1", 1}, {"0 0 400 300", 400}, {"0 0 10000 6000", 10000}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse_page(rows[i].page, "");
        SvgSpec spec = {.given = PLACED, .kind = SVG_KIND_RECTANGLE, .id = "n", .text = "Words"};
        create(doc, &spec);
        g_autoptr(SvgShape) shape = shape_of(doc, "n");
        SvgBox words;
        g_assert_true(svg_document_bounds(doc, "n-label", &words, NULL));
        g_assert_cmpfloat(shape->box.w, >, rows[i].side / 100);
        g_assert_cmpfloat(shape->box.w, <=, rows[i].side / 2);
        g_assert_true(svg_box_contains(shape->box, words));
        g_assert_cmpfloat(words.h, >, rows[i].side / 500);
    }
}

/* What isn't said is what is most common. */
static void test_looks(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<rect x='0' y='0' width='70' height='30' fill='#fee' stroke='#336699' stroke-width='3'/>"
        "<rect x='100' y='0' width='70' height='30' fill='#fee' stroke='#336699' stroke-width='3'/>"
        "<circle cx='300' cy='300' r='5' fill='red'/>"
        "<path d='M 70,15 H 100' fill='none' stroke='#008000' stroke-width='4'/>"
        "<text font-family='Georgia' font-size='11' x='5' y='20' fill='#222222'>a</text>"
        "<text font-family='Georgia' font-size='11' x='105' y='20' fill='#222222'>b</text>"
        "<text font-size='30' x='5' y='200'>Title</text>");
    SvgSpec box = {.given = PLACED, .kind = SVG_KIND_RECTANGLE, .id = "n", .x = 200};
    SvgSpec red = {
        .given = PLACED, .kind = SVG_KIND_RECTANGLE, .id = "r", .x = 300, .color = "red"};
    SvgSpec line = {.given = SVG_SPEC_ENDS, .kind = SVG_KIND_LINE, .id = "l", .x2 = 50};
    SvgSpec text = {.given = PLACED, .kind = SVG_KIND_TEXT, .id = "t", .y = 400, .text = "c"};
    create(doc, &box);
    create(doc, &red);
    create(doc, &line);
    create(doc, &text);
    g_autoptr(SvgShape) n = shape_of(doc, "n"), r = shape_of(doc, "r"), l = shape_of(doc, "l");
    g_assert_cmpfloat(n->box.w, ==, 70);
    g_assert_cmpfloat(n->box.h, ==, 30);
    g_assert_cmpstr(n->fill, ==, "#ffeeee");
    g_assert_cmpstr(n->stroke, ==, "#336699");
    g_assert_cmpstr(r->fill, ==, "none");
    g_assert_cmpstr(r->color, ==, "red");
    g_assert_cmpstr(l->stroke, ==, "#008000");
    g_autofree char *out = print(doc);
    g_assert_nonnull(strstr(out, "fill:#ffeeee;stroke:#336699;stroke-width:3\""));
    g_assert_nonnull(strstr(out, "fill:none;stroke:#008000;stroke-width:4\""));
    g_assert_nonnull(
        strstr(out, "font-size:11px;font-family:Georgia;text-anchor:start;fill:#222222"));
}

/* New arrows are those of the drawing, heads included; one in a colour of its own has a head of
 * that colour. */
static void test_arrows_alike(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<defs><marker id='tip'><path d='M0,0 8,4 0,8z' fill='#495057'/></marker></defs>"
              "<path d='M 70,15 H 100' fill='none' stroke='#008000' stroke-width='4'/>"
              "<path d='M 70,35 H 100' fill='none' stroke='#008000' stroke-width='4'/>"
              "<path id='old' d='M 70,65 H 100' fill='none' stroke='#495057' stroke-width='3' "
              "style='marker-end:url(#tip)'/>");
    SvgSpec arrow = {.given = SVG_SPEC_ENDS, .kind = SVG_KIND_ARROW, .id = "a", .x2 = 50};
    SvgSpec red = {
        .given = SVG_SPEC_ENDS, .kind = SVG_KIND_ARROW, .id = "r", .x2 = 50, .color = "red"};
    SvgSpec line = {.given = SVG_SPEC_ENDS, .kind = SVG_KIND_LINE, .id = "l", .x2 = 50};
    create(doc, &arrow);
    create(doc, &red);
    create(doc, &line);
    g_autofree char *out = print(doc);
    g_assert_nonnull(strstr(out, "stroke:#495057;stroke-width:3;marker-end:url(#tip)\" id=\"a\""));
    g_assert_nonnull(
        strstr(out, "stroke:#e03131;stroke-width:3;marker-end:url(#arrowhead-e03131)\" id=\"r\""));
    g_assert_nonnull(strstr(out, "stroke:#008000;stroke-width:4\" id=\"l\""));
}

/* So are the corners of rectangles: not those of pills, and not too round. */
static void test_corners_alike(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<g transform='scale(2)'><rect width='30' height='20' rx='3' stroke='red'/>"
              "<rect y='30' width='30' height='20' ry='3' stroke='red'/></g>"
              "<rect x='90' width='30' height='20' stroke='red'/>"
              "<rect x='190' width='30' height='20' rx='10' stroke='red'/>"
              "<rect x='290' width='30' height='20' rx='15' stroke='red'/>");
    SvgSpec box = {.given = SIZED, .kind = SVG_KIND_RECTANGLE, .id = "n", .w = 60, .h = 40};
    SvgSpec flat = {.given = SIZED, .kind = SVG_KIND_RECTANGLE, .id = "f", .w = 60, .h = 8};
    create(doc, &box);
    create(doc, &flat);
    g_autofree char *out = print(doc);
    g_assert_nonnull(strstr(out, "width=\"60\" height=\"40\" rx=\"6\""));
    g_assert_nonnull(strstr(out, "width=\"60\" height=\"8\" rx=\"2\""));
}

static void test_missing_heads(void)
{
    g_autoptr(SvgDocument) doc = parse("<path d='M 70,65 H 100' fill='none' stroke='#495057' "
                                       "style='marker-end:url(#gone)'/>");
    SvgSpec arrow = {.given = SVG_SPEC_ENDS, .kind = SVG_KIND_ARROW, .id = "a", .x2 = 50};
    create(doc, &arrow);
    g_autofree char *out = print(doc);
    g_assert_nonnull(strstr(out, "marker-end:url(#arrowhead-495057)\" id=\"a\""));
}

static guint count(const char *text, const char *part)
{
    guint n = 0;
    for (const char *at = text; (at = strstr(at, part)); at++) {
        n++;
    }
    return n;
}

/* Shapes of one colour share it; another colour brings another one. */
static void test_pattern(void)
{
    static const char *const ids[] = {"a", "b", "c"}, *const colors[] = {"red", "red", "blue"};
    g_autoptr(SvgDocument) doc = parse("");
    for (guint i = 0; i < 3; i++) {
        SvgSpec spec = spec_of(SVG_KIND_ELLIPSE, (SvgBox){100.0 * i, 0, 50, 50});
        spec.id = ids[i];
        spec.color = colors[i];
        spec.given |= SVG_SPEC_FILL;
        spec.fill = SVG_FILL_PATTERN;
        create(doc, &spec);
    }
    SvgSpec blue = {.color = "blue"};
    update(doc, "a", &blue, NULL);
    g_autofree char *out = print(doc);
    g_assert_cmpuint(count(out, "<pattern "), ==, 2);
    g_autoptr(SvgShape) a = shape_of(doc, "a"), b = shape_of(doc, "b"), c = shape_of(doc, "c");
    g_assert_true(a->pattern && b->pattern && c->pattern);
    g_assert_cmpstr(a->fill, ==, c->fill);
    g_assert_cmpstr(a->color, ==, "blue");
    g_assert_cmpstr(b->color, ==, "red");
}

/* --- places ----------------------------------------------------------------------------------- */

#define PLACES                                                                            \
    "<g id='layer' inkscape:groupmode='layer' transform='translate(10,20)'>"              \
    "<rect id='low' width='10' height='10'/><rect id='high' width='10' height='10'/></g>" \
    "<g id='shut' sodipodi:insensitive='true'><rect id='kept' width='5' height='5'/></g>" \
    "<g id='gone' style='display:none'/><g id='top' inkscape:groupmode='layer'/>"

static void test_places(void)
{
    static const struct {
        const char *parent, *above, *below, *wanted;
    } rows[] = {
        {NULL, NULL, NULL, "<g id='top' inkscape:groupmode='layer'>n</g>"},
        {"layer", NULL, NULL, "low high n"},
        {"layer", "low", NULL, "low n high"},
        {NULL, NULL, "low", "n low high"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse(PLACES);
        SvgSpec spec = spec_of(SVG_KIND_RECTANGLE, (SvgBox){100, 100, 30, 20});
        spec.parent_id = rows[i].parent;
        spec.above_id = rows[i].above;
        spec.below_id = rows[i].below;
        create(doc, &spec);
        g_autoptr(SvgShape) shape = shape_of(doc, "n");
        assert_near_box(shape->box, (SvgBox){100, 100, 30, 20}, 1e-6);
        g_assert_cmpstr(shape->parent, ==, i ? "layer" : "top");
        g_autofree char *out = print(doc);
        const char *n = strstr(out, "id=\"n\""), *low = strstr(out, "id='low'"),
                   *high = strstr(out, "id='high'");
        g_autofree char *order = g_strdup_printf("%s %s %s", n < low ? "n" : "low",
                                                 n < low    ? "low"
                                                 : n < high ? "n"
                                                            : "high",
                                                 n > high ? "n" : "high");
        if (i) {
            g_assert_cmpstr(order, ==, rows[i].wanted);
        }
    }
}

/* Above a shape is above its words, too. */
static void test_above_words(void)
{
    g_autoptr(SvgDocument) doc = parse("");
    SvgSpec first = spec_of(SVG_KIND_RECTANGLE, (SvgBox){0, 0, 100, 50});
    SvgSpec second = spec_of(SVG_KIND_RECTANGLE, (SvgBox){0, 0, 10, 10});
    first.id = "a";
    first.text = "Hi";
    second.id = "b";
    second.above_id = "a";
    create(doc, &first);
    create(doc, &second);
    g_autofree char *out = print(doc);
    g_assert_true(strstr(out, "id=\"b\"") > strstr(out, "id=\"a-label\""));
}

static void test_places_refused(void)
{
    static const struct {
        const char *parent, *above, *below;
        int code;
        const char *message;
    } rows[] = {
        {"shut", NULL, NULL, SVG_ERROR_LOCKED, "\"shut\" is locked; only a person can unlock it"},
        {NULL, "kept", NULL, SVG_ERROR_LOCKED, "\"shut\" is locked; only a person can unlock it"},
        {"gone", NULL, NULL, SVG_ERROR_INVALID,
         "\"gone\" is hidden; name a group or layer that is shown"},
        {"low", NULL, NULL, SVG_ERROR_INVALID,
         "\"low\" is a <rect>, not a group or layer; to put a shape on top of it give \"above\""},
        {"top", "low", NULL, SVG_ERROR_INVALID,
         "\"low\" isn't in \"top\"; leave out \"parent\", or name a shape that is"},
        {NULL, "low", "high", SVG_ERROR_INVALID,
         "a new shape goes above one shape or below one; give \"above\" or \"below\""},
        {"nope", NULL, NULL, SVG_ERROR_NOT_FOUND,
         "no element has the id \"nope\"; did you mean \"gone\" or \"top\"?"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse(PLACES);
        SvgSpec spec = spec_of(SVG_KIND_RECTANGLE, (SvgBox){100, 100, 30, 20});
        spec.parent_id = rows[i].parent;
        spec.above_id = rows[i].above;
        spec.below_id = rows[i].below;
        assert_refused(doc, &spec, rows[i].code, rows[i].message);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

static void test_bend_round_trip(void)
{
    static const double bends[] = {20, -35, 80, 0, 1e-12};
    for (gsize i = 0; i < G_N_ELEMENTS(bends); i++) {
        g_autoptr(SvgDocument) doc = parse("");
        SvgSpec spec = {.given = SVG_SPEC_ENDS | SVG_SPEC_BEND,
                        .kind = SVG_KIND_ARROW,
                        .id = "e",
                        .x1 = 100,
                        .y1 = 100,
                        .x2 = 200,
                        .y2 = 160,
                        .bend = bends[i]};
        create(doc, &spec);
        g_autoptr(SvgShape) made = shape_of(doc, "e");
        g_assert_cmpfloat_with_epsilon(made->bend, bends[i], 1e-4);
        SvgSpec patch = {.given = SVG_SPEC_BEND, .bend = -bends[i] / 2};
        update(doc, "e", &patch, NULL);
        g_autoptr(SvgShape) bent = shape_of(doc, "e");
        g_assert_cmpfloat_with_epsilon(bent->bend, -bends[i] / 2, 1e-4);
        g_assert_cmpfloat_with_epsilon(bent->end.x, 200, 1e-6);
    }
}

/* Left of the way, as seen on screen, also where the head is at the path's beginning. */
static void test_bend_read(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<marker id='m'/><path id='up' fill='none' stroke='red' marker-end='url(#m)' "
              "d='M0 0Q50-40 100 0'/><path id='back' fill='none' stroke='red' "
              "marker-start='url(#m)' d='M0 300Q50 260 100 300'/>");
    g_autoptr(SvgShape) up = shape_of(doc, "up"), back = shape_of(doc, "back");
    g_assert_cmpfloat_with_epsilon(up->bend, 20, 1e-6);
    g_assert_cmpfloat_with_epsilon(back->bend, -20, 1e-6);
}

#define ENDS_AT                                                                                                  \
    "<g id='target' transform='rotate(45,500,100)'><rect id='inner' x='460' y='80' width='80' height='40'/></g>" \
    "<ellipse id='oval' cx='500' cy='300' rx='60' ry='20' transform='rotate(45,500,300)'/>"                      \
    "<path id='tip' d='M500,460 540,540 460,540Z'/><rect id='from' y='490' width='20' height='20'/>"             \
    "<rect id='start' y='90' width='20' height='20'/><rect id='begin' y='290' width='20' height='20'/>"

/* On the outline that is drawn: of a turned shape in a group, a turned ellipse, a triangle. */
static void test_connect_ends(void)
{
    static const struct {
        const char *from, *to;
        double x, y;
    } rows[] = {
        {"start", "target", 500 - 20 * G_SQRT2, 100},
        /* Half its width on a level line: 1/√(cos²/a² + sin²/b²) at 45°. */
        {"begin", "oval", 500 - 26.8328, 300},
        {"from", "tip", 480, 500},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse(ENDS_AT);
        SvgSpec spec = {.given = SVG_SPEC_FROM | SVG_SPEC_TO,
                        .kind = SVG_KIND_ARROW,
                        .id = "e",
                        .from_id = rows[i].from,
                        .to_id = rows[i].to};
        create(doc, &spec);
        g_autoptr(SvgShape) arrow = shape_of(doc, "e");
        g_assert_cmpfloat_with_epsilon(arrow->end.x, rows[i].x, 0.1);
        g_assert_cmpfloat_with_epsilon(arrow->end.y, rows[i].y, 0.1);
        g_assert_cmpstr(arrow->from_id, ==, rows[i].from);
        g_assert_cmpstr(arrow->to_id, ==, i ? rows[i].to : "inner"); /* the one in the group */
    }
}

static void test_connect_square(void)
{
    g_autoptr(SvgDocument) doc = parse("<rect id='a' width='100' height='40'/>"
                                       "<circle id='b' cx='300' cy='200' r='50'/>");
    SvgSpec spec = {.given = SVG_SPEC_FROM | SVG_SPEC_TO | SVG_SPEC_SQUARE,
                    .kind = SVG_KIND_ARROW,
                    .id = "e",
                    .from_id = "a",
                    .to_id = "b",
                    .text = "yes"};
    create(doc, &spec);
    g_autofree char *out = print(doc);
    g_assert_nonnull(strstr(out, "d=\"M 100,20 300,20 300,150\""));
    g_assert_nonnull(strstr(out, "inkscape:connector-type=\"orthogonal\""));
    g_autoptr(SvgShape) arrow = shape_of(doc, "e");
    g_assert_cmpstr(arrow->text, ==, "yes");
    spec.id = "f";
    spec.to_id = NULL;
    spec.given |= SVG_SPEC_X2 | SVG_SPEC_Y2;
    assert_refused(doc, &spec, SVG_ERROR_INVALID,
                   "right angles are for an arrow from one shape to another; give both");
}

/* An arrow that another program drew counts; one that goes the other way doesn't. */
static void test_connection(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<marker id='m'/><rect id='a' width='100' height='40'/>"
        "<rect id='b' x='200' width='100' height='40'/><rect id='c' y='200' width='9' height='9'/>"
        "<path id='e' d='M 100,20 H 200' fill='none' stroke='red' marker-end='url(#m)'/>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_autofree char *there = svg_edit_connection(edit, "a", "b");
    g_autofree char *back = svg_edit_connection(edit, "b", "a");
    g_assert_cmpstr(there, ==, "e");
    g_assert_null(back);
    g_assert_null(svg_edit_connection(edit, "a", "c"));
    g_assert_null(svg_edit_connection(edit, "a", "nope"));
}

/* --- pens ------------------------------------------------------------------------------------- */

static char *draw(const SvgPoint *points, guint n, gboolean closed, gboolean smooth)
{
    g_autoptr(SvgDocument) doc = parse("");
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.id = "p", .color = "red"};
    SvgPen pen = {points, n, closed, smooth, NULL};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean done = svg_edit_pen(edit, &spec, &pen, &error) != NULL;
    finish(edit, done, error, NULL);
    g_autofree char *out = print(doc);
    const char *d = strstr(out, " d=\"") + 4;
    return g_strndup(d, strcspn(d, "\""));
}

/* Every point is one that the path goes through; straight ones are corners (action reference §1.6).
 */
static void test_pen(void)
{
    static const SvgPoint points[] = {{0, 0}, {30, 0}, {30, 30}, {60, 45}};
    g_autofree char *open = draw(points, 4, FALSE, FALSE), *closed = draw(points, 4, TRUE, FALSE);
    g_assert_cmpstr(open, ==, "M 0,0 L 30,0 30,30 60,45");
    g_assert_cmpstr(closed, ==, "M 0,0 L 30,0 30,30 60,45 Z");
    for (guint i = 0; i < 2; i++) {
        g_autofree char *d = draw(points, 4, i == 1, TRUE);
        g_autoptr(GArray) segments = svg_path_parse(d, NULL);
        g_assert_cmpuint(segments->len, ==, i ? 6 : 4);
        for (guint k = 0; k < 4; k++) {
            SvgUserPoint at = svg_segment_end(&g_array_index(segments, SvgSegment, k));
            g_assert_cmpfloat(at.x, ==, points[k].x);
            g_assert_cmpfloat(at.y, ==, points[k].y);
        }
    }
    /* Smooth: at a point between two the curve runs along the line between those. */
    g_autofree char *d = draw(points, 3, FALSE, TRUE);
    g_autoptr(GArray) segments = svg_path_parse(d, NULL);
    const SvgSegment *in = &g_array_index(segments, SvgSegment, 1), *on = in + 1;
    g_assert_cmpfloat_with_epsilon(in->p[2].x - in->p[1].x, 5, 1e-3);
    g_assert_cmpfloat_with_epsilon(in->p[2].y - in->p[1].y, 5, 1e-3);
    g_assert_cmpfloat_with_epsilon(on->p[0].x - in->p[2].x, 5, 1e-3);
}

static void test_pen_refused(void)
{
    static const SvgPoint points[] = {{0, 0}, {NAN, 0}};
    static const struct {
        guint n;
        const char *message;
    } rows[] = {{1, "a drawing needs 2 to 10000 points, got 1"},
                {SVG_MAX_PEN_POINTS + 1, "a drawing needs 2 to 10000 points, got 10001"},
                {2, "x is nan; in a drawing of this size it must lie between -1e+06 and 1e+06"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse("");
        g_autoptr(GError) error = NULL;
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        SvgPen pen = {points, rows[i].n, FALSE, FALSE, NULL};
        g_assert_null(svg_edit_pen(edit, &(SvgSpec){0}, &pen, &error));
        g_assert_cmpstr(error->message, ==, rows[i].message);
    }
}

/* Something drawn after a line in another colour isn't its head. */
static void test_strokes_stay_apart(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<path id='wave' fill='none' stroke='#1971c2' d='M20 50C40 20 80 20 100 50S160 80 180 50'/>"
        "<path id='blob' fill='#b2f2bb' stroke='#2f9e44' d='M220 50C220 30 300 30 300 50S220 90 220 50Z'/>");
    g_autoptr(SvgShape) wave = shape_of(doc, "wave");
    g_assert_cmpstr(svg_kind_name(wave->kind), ==, "draw");
}

/* --- names ------------------------------------------------------------------------------------ */

/* As Inkscape's list of objects has it: the first line of the words, in a drawing of Inkscape's. */
static void assert_named(const char *view, const char *words, const char *name)
{
    g_autoptr(SvgDocument) doc = parse(view);
    SvgSpec spec = {.kind = SVG_KIND_RECTANGLE,
                    .id = "new",
                    .text = words,
                    .given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H,
                    .w = 400,
                    .h = 300};
    create(doc, &spec);
    g_autofree char *text = print(doc);
    g_autofree char *wanted = name ? g_strdup_printf("inkscape:label=\"%s\"", name) : NULL;
    g_assert_true(wanted ? strstr(text, wanted) != NULL : !strstr(text, "inkscape:label"));
}

static void test_named(void)
{
    assert_named("<sodipodi:namedview/>", "Log in\nand out", "Log in");
    assert_named("<sodipodi:namedview/>", "a \"b\" & <c>", "a &quot;b&quot; &amp; &lt;c>");
    assert_named("<sodipodi:namedview/>", NULL, NULL);
    assert_named("", "Log in", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/create/kinds", test_kinds);
    g_test_add_func("/create/kinds/turned", test_kinds_turned);
    g_test_add_func("/create/kinds/change", test_kinds_change);
    g_test_add_func("/create/labels/tied", test_labels_tied);
    g_test_add_func("/create/parts", test_parts);
    g_test_add_func("/create/fit", test_fit);
    g_test_add_func("/create/fit/smaller", test_fit_smaller);
    g_test_add_func("/create/fit/update", test_fit_update);
    g_test_add_func("/create/anchors", test_anchors);
    g_test_add_func("/create/wrapping", test_wrapping);
    g_test_add_func("/create/scale", test_scale);
    g_test_add_func("/create/looks", test_looks);
    g_test_add_func("/create/arrows-alike", test_arrows_alike);
    g_test_add_func("/create/missing-heads", test_missing_heads);
    g_test_add_func("/create/corners-alike", test_corners_alike);
    g_test_add_func("/create/pattern", test_pattern);
    g_test_add_func("/create/places", test_places);
    g_test_add_func("/create/places/above-words", test_above_words);
    g_test_add_func("/create/places/refused", test_places_refused);
    g_test_add_func("/create/bend", test_bend_round_trip);
    g_test_add_func("/create/bend/read", test_bend_read);
    g_test_add_func("/create/connect/ends", test_connect_ends);
    g_test_add_func("/create/connect/square", test_connect_square);
    g_test_add_func("/create/connect/known", test_connection);
    g_test_add_func("/create/named", test_named);
    g_test_add_func("/create/pen", test_pen);
    g_test_add_func("/create/pen/refused", test_pen_refused);
    g_test_add_func("/create/pen/apart", test_strokes_stay_apart);
    int failed = g_test_run();
    svg_text_cleanup();
    return failed;
}
