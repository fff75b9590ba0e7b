/* What is told of commits in which elements move and lose what is around them: the replacements of
 * each lead to the next state, also where several commits are one. */
#include "common/traced.h"

#include <svg/edit.h>

#include <string.h>

static const char drawing[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"300\">\n"
    "  <g id=\"outer\">\n"
    "    <g id=\"inner\">\n"
    "      <rect id=\"a\" width=\"60\" height=\"40\"/>\n"
    "      <rect id=\"b\" x=\"110\" width=\"60\" height=\"40\"/>\n"
    "    </g>\n"
    "    <rect id=\"c\" x=\"210\" width=\"60\" height=\"40\"/>\n"
    "  </g>\n"
    "  <rect id=\"d\" y=\"110\" width=\"60\" height=\"40\"/>\n"
    "  <rect id=\"e\" y=\"210\" width=\"60\" height=\"40\"/>\n"
    "</svg>\n";

typedef enum { FRONT, BACK, UNGROUP, DELETE, GROUP } Verb;

typedef struct {
    Verb verb;
    const char *ids[3]; /* ended by NULL */
} Step;

typedef struct {
    const char *name;
    Step steps[6]; /* ended by one without ids */
} Case;

static const Case cases[] = {
    {"moved-unwrapped", {{FRONT, {"outer"}}, {UNGROUP, {"outer"}}}},
    {"unwrapped-moved", {{UNGROUP, {"outer"}}, {FRONT, {"inner"}}}},
    {"nested", {{FRONT, {"outer"}}, {UNGROUP, {"outer"}}, {UNGROUP, {"inner"}}}},
    {"inner-first", {{UNGROUP, {"inner"}}, {FRONT, {"outer"}}, {UNGROUP, {"outer"}}}},
    {"moved-back", {{FRONT, {"outer"}}, {BACK, {"outer"}}, {UNGROUP, {"outer"}}}},
    {"moved-into", {{GROUP, {"outer", "e"}}, {UNGROUP, {"outer"}}, {UNGROUP, {"new"}}}},
    {"then-deleted",
     {{FRONT, {"outer"}}, {UNGROUP, {"outer"}}, {DELETE, {"c"}}, {BACK, {"inner"}}}},
    {"then-grouped",
     {{FRONT, {"outer"}}, {UNGROUP, {"outer"}}, {GROUP, {"c", "d"}}, {FRONT, {"e"}}}},
};

static void do_step(SvgEdit *edit, const Step *step)
{
    g_autoptr(GError) error = NULL;
    gboolean good = FALSE;
    switch (step->verb) {
    case FRONT:
        good = svg_edit_bring_to_front(edit, step->ids, &error);
        break;
    case BACK:
        good = svg_edit_send_to_back(edit, step->ids, &error);
        break;
    case UNGROUP: {
        g_autoptr(GPtrArray) children = svg_edit_ungroup(edit, step->ids[0], &error);
        good = children != NULL;
        break;
    }
    case DELETE:
        good = svg_edit_delete(edit, step->ids[0], &error);
        break;
    case GROUP:
        good = svg_edit_group(edit, step->ids, "new", NULL, &error) != NULL;
        break;
    }
    g_assert_no_error(error);
    g_assert_true(good);
}

static void commit(SvgEdit *edit)
{
    g_autoptr(GError) error = NULL;
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

/* Each step is a commit, or all are one. */
static SvgDocument *edited(const Case *at, gboolean each)
{
    SvgDocument *doc = svg_document_parse(drawing, strlen(drawing), "test.svg", NULL);
    SvgEdit *edit = each ? NULL : svg_edit_begin(doc, "test");
    for (const Step *step = at->steps; step->ids[0]; step++) {
        SvgEdit *now = each ? svg_edit_begin(doc, "test") : edit;
        do_step(now, step);
        if (each) {
            commit(now);
        }
    }
    if (!each) {
        commit(edit);
    }
    return doc;
}

/* A further commit, for which what those before left behind has to be right. */
static void go_on(SvgDocument *doc)
{
    SvgEdit *edit = svg_edit_begin(doc, "test");
    do_step(edit, &(Step){BACK, {"a"}});
    commit(edit);
}

static void keep_state(SvgDocument *doc, gpointer states)
{
    g_ptr_array_add(states, svg_document_print_utf8(doc));
}

static void check(SvgDocument *doc)
{
    go_on(doc);
    g_autoptr(GPtrArray) states = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    guint depth = svg_document_undo_depth(doc);
    for (guint i = 0; i <= depth; i++) {
        g_assert_true(svg_document_visit(doc, i, keep_state, states));
    }
    for (guint from = 0; from <= depth; from++) {
        for (guint to = from; to <= depth; to++) {
            g_assert_true(test_traced(doc, states, from, to));
        }
    }
}

static void test_each(gconstpointer data)
{
    g_autoptr(SvgDocument) doc = edited(data, TRUE);
    check(doc);
}

static void test_in_one(gconstpointer data)
{
    g_autoptr(SvgDocument) doc = edited(data, FALSE);
    check(doc);
}

static void test_folded(gconstpointer data)
{
    for (guint from = 0; from < 2; from++) {
        g_autoptr(SvgDocument) doc = edited(data, TRUE);
        if (svg_document_fold(doc, from)) {
            check(doc);
        }
    }
}

static void add(const char *how, const Case *at, GTestDataFunc func)
{
    g_autofree char *path = g_strdup_printf("/trace/%s/%s", at->name, how);
    g_test_add_data_func(path, at, func);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        add("each", &cases[i], test_each);
        add("in-one", &cases[i], test_in_one);
        add("folded", &cases[i], test_folded);
    }
    int code = g_test_run();
    svg_cleanup();
    return code;
}
