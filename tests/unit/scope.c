/* What an edit may change that has a scope, on small drawings: a case for each rule. */
#include <svg/edit.h>
#include <svg/error.h>

#include <string.h>

#define HEAD                                                                 \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" "                             \
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" "        \
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" " \
    "viewBox=\"0 0 1000 1000\">"

/* The area is at the top left. */
#define AREA ((SvgBox){0, 0, 220, 80})

#define RECT(id, x, y) "<rect id='" id "' x='" #x "' y='" #y "' width='50' height='40'/>"
#define LINE(id, d)    "<path id='" id "' d='" d "' fill='none' stroke='red'/>"
#define ARROW(id, d, from, to)                                                               \
    "<path id='" id "' d='" d "' fill='none' stroke='red' inkscape:connection-start='#" from \
    "' inkscape:connection-end='#" to "' inkscape:connector-type='polyline' "                \
    "inkscape:connector-curvature='0'/>"
#define WORDS(id, x, y, words) \
    "<text id='" id "' x='" #x "' y='" #y "' font-size='10'>" words "</text>"

static SvgDocument *parse(const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, "</svg>", NULL);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "t.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

/* Ids tell whose a shape is. */
static SvgOwner owner(const char *id, gpointer data)
{
    (void)data;
    return g_str_has_prefix(id, "mine")     ? SVG_OWNER_SELF
           : g_str_has_prefix(id, "willow") ? SVG_OWNER_OTHER
                                            : SVG_OWNER_NOBODY;
}

static char *whose(const char *id, SvgBox box, gpointer data)
{
    (void)data;
    return box.x > 400 ? g_strdup_printf("%s is in the area of task \"t2\"", id ? "it" : "that")
                       : NULL;
}

static const SvgScope scope = {AREA, owner, whose, NULL};

typedef gboolean (*Verb)(SvgEdit *edit, GError **error);

/* What came of it: "ok", "ok: NOTE" or the message of the refusal, which left all as it was. */
static char *outcome(SvgDocument *doc, const SvgScope *in, Verb verb)
{
    g_autofree char *before = print(doc);
    g_autoptr(GError) error = NULL;
    g_autofree char *note = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_set_scope(edit, in);
    if (verb(edit, &error)) {
        note = g_strdup(svg_edit_note(edit));
        svg_change_free(svg_edit_commit(edit, &error));
    } else {
        svg_edit_abort(edit);
    }
    if (!error) {
        return note ? g_strconcat("ok: ", note, NULL) : g_strdup("ok");
    }
    g_autofree char *after = print(doc);
    g_assert_cmpstr(before, ==, after);
    g_assert_error(error, SVG_ERROR, SVG_ERROR_SCOPE);
    g_assert_null(strchr(error->message, '\n'));
    return g_strdup(error->message);
}

typedef struct {
    const char *body;
    Verb verb;
    const char *outcome;
} Case;

static void try_all(const Case *cases, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autoptr(SvgDocument) doc = parse(cases[i].body);
        g_autofree char *got = outcome(doc, &scope, cases[i].verb);
        g_test_message("%s", cases[i].body);
        g_assert_cmpstr(got, ==, cases[i].outcome);
    }
}

#define ADVICE "; change what lies in your area, or what you made"

/* --- verbs ------------------------------------------------------------------------------------ */

#define IDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static gboolean nudge_a(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("a"), 5, 5, error);
}

static gboolean nudge_mine(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("mine"), 5, 5, error);
}

static gboolean nudge_willow(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("willow1"), 5, 5, error);
}

static gboolean nudge_both(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("a", "b"), 5, 5, error);
}

static gboolean move_away(SvgEdit *edit, GError **error)
{
    return svg_edit_move(edit, "a", (SvgPoint){200, 10}, SVG_ANCHOR_TOP_LEFT, error);
}

static gboolean move_down(SvgEdit *edit, GError **error)
{
    return svg_edit_move(edit, "a", (SvgPoint){10, 60}, SVG_ANCHOR_TOP_LEFT, error);
}

static gboolean bring_back(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("mine"), -300, 0, error);
}

static gboolean push_off(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("mine"), 1, 0, error);
}

static gboolean paint(SvgEdit *edit, GError **error)
{
    return svg_edit_set_style(edit, IDS("a"), &(SvgStyling){.fill = "red"}, error);
}

static gboolean delete_a(SvgEdit *edit, GError **error)
{
    return svg_edit_delete(edit, "a", error);
}

static gboolean align(SvgEdit *edit, GError **error)
{
    return svg_edit_align(edit, IDS("a", "b"), SVG_ALIGN_TOP, error);
}

static gboolean bring_to_front(SvgEdit *edit, GError **error)
{
    return svg_edit_bring_to_front(edit, IDS("a"), error);
}

static gboolean label_a(SvgEdit *edit, GError **error)
{
    return svg_edit_label(edit, "a", "ok", error);
}

static gboolean label_words(SvgEdit *edit, GError **error)
{
    return svg_edit_label(edit, "words", "other", error);
}

static gboolean move_words(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("words"), 600, 0, error);
}

static gboolean nudge_line(SvgEdit *edit, GError **error)
{
    return svg_edit_update(edit, "e", &(SvgSpec){.given = SVG_SPEC_Y1, .y1 = 40}, error);
}

static gboolean far_end(SvgEdit *edit, GError **error)
{
    return svg_edit_update(edit, "e", &(SvgSpec){.given = SVG_SPEC_X2, .x2 = 700}, error);
}

static gboolean to_b(SvgEdit *edit, GError **error)
{
    return svg_edit_update(edit, "e", &(SvgSpec){.given = SVG_SPEC_TO, .to_id = "b"}, error);
}

static gboolean draw(SvgEdit *edit, gboolean closed, GError **error)
{
    static const SvgPoint out_and_back[] = {{20, 20}, {100, 400}, {180, 20}};
    const SvgPen pen = {.points = out_and_back, .n = closed ? 2 : 3, .closed = closed};
    return svg_edit_pen(edit, &(SvgSpec){.id = "new"}, &pen, error) != NULL;
}

static gboolean draw_open(SvgEdit *edit, GError **error)
{
    return draw(edit, FALSE, error);
}

static gboolean draw_closed(SvgEdit *edit, GError **error)
{
    return draw(edit, TRUE, error);
}

static gboolean create_at(SvgEdit *edit, const char *parent, double x, double y, GError **error)
{
    const SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H,
                          .id = "new",
                          .kind = SVG_KIND_RECTANGLE,
                          .x = x,
                          .y = y,
                          .w = 20,
                          .h = 20,
                          .parent_id = parent};
    return svg_edit_create(edit, &spec, error) != NULL;
}

static gboolean create_in(SvgEdit *edit, GError **error)
{
    return create_at(edit, "g", 10, 10, error);
}

static gboolean create_out(SvgEdit *edit, GError **error)
{
    return create_at(edit, NULL, 10, 500, error);
}

static gboolean create_far(SvgEdit *edit, GError **error)
{
    return create_at(edit, NULL, 500, 10, error);
}

static gboolean connect(SvgEdit *edit, const char *from, const char *to, GError **error)
{
    const SvgSpec spec = {.given = SVG_SPEC_FROM | SVG_SPEC_TO,
                          .id = "new",
                          .kind = SVG_KIND_ARROW,
                          .from_id = from,
                          .to_id = to};
    return svg_edit_create(edit, &spec, error) != NULL;
}

static gboolean connect_ab(SvgEdit *edit, GError **error)
{
    return connect(edit, "a", "b", error);
}

static gboolean connect_bc(SvgEdit *edit, GError **error)
{
    return connect(edit, "b", "c", error);
}

static gboolean nudge_group(SvgEdit *edit, GError **error)
{
    return svg_edit_offset(edit, IDS("g"), 1, 1, error);
}

static gboolean group_both(SvgEdit *edit, GError **error)
{
    return svg_edit_group(edit, IDS("a", "a2", "b"), NULL, NULL, error) != NULL;
}

static gboolean describe_a(SvgEdit *edit, GError **error)
{
    return svg_edit_describe(edit, "a", "A box", NULL, error);
}

static gboolean describe_all(SvgEdit *edit, GError **error)
{
    return svg_edit_describe(edit, NULL, "All", NULL, error);
}

static gboolean add_page(SvgEdit *edit, GError **error)
{
    SvgBox box;
    return svg_edit_create_page(edit, "Two", &box, error) != NULL;
}

static gboolean create_and_move(SvgEdit *edit, GError **error)
{
    return create_in(edit, error) && svg_edit_offset(edit, IDS("new"), 100, 10, error);
}

static gboolean clear_all(SvgEdit *edit, GError **error)
{
    SvgCleared told;
    return svg_edit_clear(edit, NULL, &told, error);
}

/* --- what is in scope ------------------------------------------------------------------------- */

static void test_what(void)
{
    static const Case cases[] = {
        {RECT("a", 10, 10), nudge_a, "ok"},
        {RECT("a", 500, 10), nudge_a,
         "\"a\" lies beyond your area; it is in the area of task \"t2\""},
        {RECT("a", 10, 200), nudge_a, "\"a\" lies beyond your area" ADVICE},
        {RECT("a", 200, 10), nudge_a, "\"a\" reaches beyond your area, on its right side" ADVICE},
        {RECT("a", -20, 10), nudge_a, "\"a\" reaches beyond your area, on its left side" ADVICE},
        {RECT("a", 220, 10), nudge_a, "\"a\" lies beyond your area" ADVICE},
        {RECT("mine", 300, 10), nudge_mine,
         "\"mine\" would reach beyond your area, on its right side" ADVICE},
        {RECT("willow1", 10, 10), nudge_willow, "\"willow1\" is another's" ADVICE},
        {"<g id='mine'>" RECT("a", 500, 10) "</g>", paint, "ok"},
        {"<g id='willow'>" RECT("a", 10, 10) "</g>", paint, "\"a\" is another's" ADVICE},
        {"<g id='g'>" RECT("a", 10, 10) RECT("willow1", 90, 10) "</g>", nudge_group,
         "\"g\" holds \"willow1\", which is another's" ADVICE},
        {"<g id='a' display='none'>" RECT("b", 10, 10) "</g>", nudge_a,
         "\"a\" draws nothing, so it doesn't lie in your area" ADVICE},
        {RECT("a", 500, 500), paint,
         "\"a\" lies beyond your area; it is in the area of task \"t2\""},
        {RECT("a", 500, 10), delete_a,
         "\"a\" lies beyond your area; it is in the area of task \"t2\""},
        {RECT("a", 500, 10), label_a,
         "\"a\" lies beyond your area; it is in the area of task \"t2\""},
        {RECT("a", 300, 10) RECT("b", 10, 10), bring_to_front,
         "\"a\" lies beyond your area" ADVICE},
        {RECT("a", 300, 10), describe_a, "\"a\" lies beyond your area" ADVICE},
        {RECT("a", 10, 10), describe_a, "ok"},
    };
    try_all(cases, G_N_ELEMENTS(cases));
}

static void test_several(void)
{
    static const Case cases[] = {
        {RECT("a", 10, 10) RECT("b", 500, 20), nudge_both,
         "ok: kept, as they lie beyond your area: b"},
        {RECT("a", 10, 200) RECT("b", 500, 20), nudge_both, "\"a\" lies beyond your area" ADVICE},
        {RECT("a", 10, 10) RECT("b", 500, 20), align, "ok: kept, as they lie beyond your area: b"},
        {RECT("a", 10, 10) RECT("a2", 90, 10) RECT("b", 500, 20), group_both,
         "ok: kept, as they lie beyond your area: b"},
    };
    try_all(cases, G_N_ELEMENTS(cases));
    g_autoptr(SvgDocument) doc = parse(RECT("a", 10, 10) RECT("b", 500, 20));
    SvgBox box;
    g_free(outcome(doc, &scope, align));
    g_assert_true(svg_document_bounds(doc, "a", &box, NULL));
    g_assert_cmpfloat(box.y, ==, 20);
}

/* The note doesn't grow with what was asked. */
static void test_many(void)
{
    GString *body = g_string_new(RECT("a", 10, 10));
    const char *ids[41] = {"a"};
    for (int i = 1; i < 40; i++) {
        char *id = g_strdup_printf("b%d", i);
        g_string_append_printf(body, "<rect id='%s' x='500' width='9' height='9'/>", id);
        ids[i] = id;
    }
    g_autoptr(SvgDocument) doc = parse(body->str);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    svg_edit_set_scope(edit, &scope);
    g_assert_true(svg_edit_offset(edit, ids, 1, 1, NULL));
    g_assert_cmpstr(svg_edit_note(edit), ==,
                    "kept, as they lie beyond your area: b1, b2, b3, b4, b5, b6, b7, b8 and 31 "
                    "more");
    for (int i = 1; i < 40; i++) {
        g_free((char *)ids[i]);
    }
    g_string_free(body, TRUE);
}

/* --- groups ----------------------------------------------------------------------------------- */

static char *parent_of_new(const char *body)
{
    g_autoptr(SvgDocument) doc = parse(body);
    g_autofree char *got = outcome(doc, &scope, connect_ab);
    g_assert_cmpstr(got, ==, "ok");
    g_autoptr(SvgShape) arrow = svg_document_shape(doc, "new", NULL);
    return g_strdup(arrow->parent);
}

/* An arrow goes into the group of its shapes, but not into another's, who may have to move that. */
static void test_group_of_arrow(void)
{
    g_autofree char *free =
        parent_of_new("<g id='g'>" RECT("a", 10, 10) RECT("b", 120, 10) RECT("c", 500, 500) "</g>");
    g_assert_cmpstr(free, ==, "g");
    g_autofree char *others = parent_of_new("<g id='willow'>" RECT("a", 10, 10) RECT("b", 120, 10)
                                                RECT("c", 10, 60) "</g>");
    g_assert_null(others);
}

/* --- labels, arrows and lines ----------------------------------------------------------------- */

static void test_labels(void)
{
    static const Case cases[] = {
        {RECT("a", 160, 30) WORDS("words", 170, 50, "Log in"), label_a, "ok"},
        {LINE("a", "M 10,5 60,5"), label_a, "ok"},
        {RECT("a", 10, 10) WORDS("words", 15, 30, "Log in"), label_words, "ok"},
        {RECT("a", 10, 10) WORDS("words", 15, 30, "Log in"), move_words,
         "\"words\" would reach beyond your area, on its right side; that is in the area of task "
         "\"t2\""},
        {"<rect id='b' width='300' height='60'/>" WORDS("words", 140, 30, "Log in"), label_words,
         "\"words\" is on \"b\", which reaches beyond your area, on its right side" ADVICE},
        {RECT("willow1", 10, 10) WORDS("words", 15, 30, "Log in"), label_words,
         "\"words\" is on \"willow1\", which is another's" ADVICE},
        {RECT("mine", 310, 10) WORDS("words", 315, 30, "Log in"), label_words, "ok"},
    };
    try_all(cases, G_N_ELEMENTS(cases));
}

static void test_lines(void)
{
    static const Case cases[] = {
        {LINE("e", "M 50,30 500,30"), nudge_line, "ok"},
        {LINE("e", "M 250,30 500,30"), nudge_line, "\"e\" lies beyond your area" ADVICE},
        {LINE("e", "M -90,30 500,30"), nudge_line,
         "\"e\" reaches beyond your area, on its right side" ADVICE},
        {RECT("mine", 300, 10) LINE("e", "M 350,30 700,30") RECT("b", 700, 10), nudge_line, "ok"},
        {RECT("a", 300, 10) LINE("e", "M 350,30 700,30") RECT("b", 700, 10), nudge_line,
         "\"e\" lies beyond your area" ADVICE},
        {LINE("e", "M 50,30 500,30"), far_end,
         "the end of \"e\" would lie beyond your area, on its right side, where it may only be at a "
         "shape" ADVICE},
        {RECT("a", 10, 10) LINE("e", "M 60,30 500,30") RECT("b", 700, 10), far_end, "ok"},
        {LINE("e", "M 50,30 500,30") RECT("b", 700, 10), to_b, "ok"},
        {RECT("a", 10, 10) RECT("b", 700, 10), connect_ab, "ok"},
        {"", draw_open, "\"new\" would reach beyond your area, at its bottom" ADVICE},
        {"", draw_closed, "\"new\" would reach beyond your area, at its bottom" ADVICE},
        {RECT("b", 500, 10) RECT("c", 700, 10), connect_bc,
         "\"new\" would have both ends beyond your area; one must lie in it, or be at a shape that "
         "you may change"},
    };
    try_all(cases, G_N_ELEMENTS(cases));
}

/* --- what follows ----------------------------------------------------------------------------- */

static void test_followers(void)
{
    static const struct {
        Case with;
        const char *part; /* of the drawing, then */
    } cases[] = {
        {{RECT("a", 10, 10) RECT("b", 700, 10) ARROW("e", "M 60,30 700,30", "a", "b"), nudge_a,
          "ok"},
         "M 65"},
        {{RECT("a", 10, 10) RECT("b", 700, 10) ARROW("willow-e", "M 60,30 700,30", "a", "b")
              WORDS("words", 370, 25, "calls"),
          nudge_a, "ok"},
         "M 65"},
        {{RECT("a", 10, 10) RECT("b", 700, 10) LINE("e", "M 60,30 700,30"), nudge_a, "ok"}, "M 65"},
        {{RECT("a", 10, 10) RECT("b", 700, 10) ARROW("e", "M 60,30 700,30", "a", "b"), delete_a,
          "ok: e is no longer bound to it"},
         "connection-end='#b'"},
        {{RECT("a", 10, 10) "<use id='u' href='#a' x='20'/>", paint, "ok"}, "id='u'"},
        {{RECT("a", 10, 10) "<use id='u' href='#a' x='600'/>", paint,
          "this would change the clone \"u\", which lies beyond your area; it is in the area of "
          "task \"t2\""},
         "id='u'"},
        {{RECT("a", 10, 10) "<use id='u' href='#a' x='600'/>", nudge_a,
          "this would change \"u\", which lies beyond your area; it is in the area of "
          "task \"t2\""},
         "id='u'"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(SvgDocument) doc = parse(cases[i].with.body);
        g_autofree char *got = outcome(doc, &scope, cases[i].with.verb);
        g_autofree char *text = print(doc);
        g_assert_cmpstr(got, ==, cases[i].with.outcome);
        g_test_message("%s", text);
        g_assert_nonnull(strstr(text, cases[i].part));
    }
}

/* --- where it may go -------------------------------------------------------------------------- */

static void test_places(void)
{
    static const Case cases[] = {
        {RECT("a", 10, 10), move_away,
         "\"a\" would reach beyond your area, on its right side" ADVICE},
        {RECT("a", 10, 10), move_down, "\"a\" would reach beyond your area, at its bottom" ADVICE},
        {RECT("mine", 500, 10), bring_back, "ok"},
        {RECT("mine", 200, 10), push_off,
         "\"mine\" would reach beyond your area, on its right side" ADVICE},
        {"<g id='g' transform='translate(400)'><rect x='500' width='9' height='9'/></g>", create_in,
         "ok"},
        {"<g id='g'>" RECT("b", 500, 10) "</g>", create_and_move, "ok"},
        {"<g id='g'>" RECT("b", 500, 10) "</g><use id='u' href='#g' x='200'/>", create_in,
         "this would change the clone \"u\", which lies beyond your area; it is in the area of "
         "task \"t2\""},
        {"", create_out, "\"new\" would reach beyond your area, at its bottom" ADVICE},
        {"", create_far,
         "\"new\" would reach beyond your area, on its right side; that is in the area of task "
         "\"t2\""},
        {"", describe_all,
         "these words are about the whole drawing, and you may only change what lies in your area, "
         "or what you made"},
        {"", add_page,
         "a page is part of the whole drawing, and you may only change what lies in your area, or "
         "what you made"},
        {"<g id='g'>" RECT("a", 10, 10) RECT("b", 500, 10) "</g>", nudge_group,
         "\"g\" reaches beyond your area, on its right side" ADVICE},
    };
    try_all(cases, G_N_ELEMENTS(cases));
}

/* --- clear ------------------------------------------------------------------------------------ */

static void test_clear(void)
{
    g_autoptr(SvgDocument) doc = parse("<g id='g'>" RECT("in", 10, 10) "</g>" RECT("cross", 200, 10)
                                           RECT("out", 500, 500) RECT("willow1", 80, 10));
    g_autoptr(GError) error = NULL;
    SvgCleared told;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_set_scope(edit, &scope);
    g_assert_true(svg_edit_clear(edit, NULL, &told, &error));
    g_assert_no_error(error);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    g_autofree char *text = print(doc),
                    *left = g_strconcat(
                        HEAD, RECT("cross", 200, 10) RECT("out", 500, 500) RECT("willow1", 80, 10),
                        "</svg>", NULL);
    g_assert_cmpstr(text, ==, left);
    g_assert_cmpuint(told.removed, ==, 1);
    g_assert_cmpuint(told.beyond, ==, 3);
}

static void test_nothing_to_clear(void)
{
    static const Case cases[] = {
        {RECT("out", 500, 500), clear_all,
         "nothing was removed: of shapes there are only 1 beyond your area in the drawing"},
    };
    try_all(cases, G_N_ELEMENTS(cases));
}

/* --- no scope --------------------------------------------------------------------------------- */

static void test_none(void)
{
    g_autoptr(SvgDocument) doc = parse(RECT("a", 500, 500));
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(nudge_a(edit, &error) && describe_all(edit, &error) && add_page(edit, &error));
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/scope/what", test_what);
    g_test_add_func("/scope/several", test_several);
    g_test_add_func("/scope/many", test_many);
    g_test_add_func("/scope/group-of-arrow", test_group_of_arrow);
    g_test_add_func("/scope/labels", test_labels);
    g_test_add_func("/scope/lines", test_lines);
    g_test_add_func("/scope/followers", test_followers);
    g_test_add_func("/scope/places", test_places);
    g_test_add_func("/scope/clear", test_clear);
    g_test_add_func("/scope/nothing-to-clear", test_nothing_to_clear);
    g_test_add_func("/scope/none", test_none);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
