/* What prompts tell beside the view: pages, layers, colours and fonts, what was changed. */
#include <fairy/scene_data.h>
#include <fairy/view.h>
#include <svg/edit.h>
#include <svg/survey.h>

#include <cjson/cJSON.h>

#include <string.h>

#define HEAD                                                   \
    "<svg xmlns='http://www.w3.org/2000/svg' "                 \
    "xmlns:ink='http://www.inkscape.org/namespaces/inkscape' " \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' viewBox='0 0 400 300'>"

static SvgDocument *load(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "flow.svg", &error);
    g_assert_no_error(error);
    return doc;
}

/* The text is JSON, and says the same as `wanted`, which has ' for ". */
static void assert_json(char *text, const char *wanted)
{
    g_autofree char *expected = g_strdelimit(g_strdup(wanted), "'", '"');
    cJSON *got = cJSON_Parse(text), *want = cJSON_Parse(expected);
    g_assert_nonnull(want);
    if (!got || !cJSON_Compare(got, want, TRUE)) {
        g_error("got %s\nnot %s", text, expected);
    }
    cJSON_Delete(got);
    cJSON_Delete(want);
    g_free(text);
}

/* Of values, each as JSON. */
static void assert_list(GPtrArray *values, const char *expected)
{
    g_ptr_array_add(values, NULL);
    g_autofree char *all = g_strjoinv(",", (char **)values->pdata);
    assert_json(g_strdup_printf("[%s]", all), expected);
    g_ptr_array_unref(values);
}

/* --- pages and layers ------------------------------------------------------------------------- */

static void test_pages(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD "<sodipodi:namedview><ink:page x='0' y='0' width='400' height='300' id='p1' "
                  "ink:label='Front'/><ink:page x='410.4' y='0' width='400' height='300' id='p2'/>"
                  "<ink:page x='0' y='zero' width='1' height='1'/>"
                  "<ink:page x='0' y='0' width='0' height='9'/></sodipodi:namedview></svg>");
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){10, 0}, 1);
    assert_list(fairy_pages_json(doc, coords),
                "[{'id':'p1','name':'Front','x':-10,'y':0,'w':400,'h':300},"
                "{'id':'p2','x':400,'y':0,'w':400,'h':300}]");
}

static void test_guides(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD "<sodipodi:namedview><sodipodi:guide position='120,0' orientation='1,0'/>"
                  "<sodipodi:guide position='0 260' orientation='0,1' ink:label='Base'/>"
                  "<sodipodi:guide position='10,290' orientation='-0.5,0.8660254'/>"
                  "<sodipodi:guide position='7,1' orientation='vertical'/>"
                  "<sodipodi:guide position='7,1' orientation='horizontal'/>"
                  "<sodipodi:guide position='here' orientation='1,0'/>"
                  "</sodipodi:namedview></svg>");
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){10, 0}, 1);
    assert_list(fairy_guides_json(doc, coords),
                "[{'x':110},{'name':'Base','y':40},{'x':0,'y':10,'angle':150},{'x':-3},{'y':299}]");
}

static void test_one_page(void)
{
    g_autoptr(SvgDocument) doc = load(HEAD "<rect id='r'/></svg>");
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    assert_list(fairy_pages_json(doc, coords), "[{'x':0,'y':0,'w':400,'h':300}]");
    assert_list(fairy_layers_json(doc), "[]");
}

static void test_layers(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD "<sodipodi:namedview ink:current-layer='ink'/>"
             "<g ink:groupmode='layer' id='paper' ink:label='Paper' sodipodi:insensitive='true'/>"
             "<g ink:groupmode='layer' id='ink' ink:label='Ink'><g id='plain'>"
             "<g ink:groupmode='layer' id='deep' style='display:none'>"
             "<g ink:groupmode='layer' id='deeper' ink:label='A &amp; \"B\"'/></g></g></g></svg>");
    assert_list(fairy_layers_json(doc),
                "[{'shapeId':'paper','name':'Paper','locked':true},"
                "{'shapeId':'ink','name':'Ink','current':true},"
                "{'shapeId':'deep','parent':'ink','hidden':true},"
                "{'shapeId':'deeper','name':'A & \\'B\\'','parent':'deep','hidden':true}]");
}

/* --- colours and fonts ------------------------------------------------------------------------ */

static void test_style(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD "<style>.b{fill:#1971c2}</style><defs><rect fill='lime' width='9' height='9'/></defs>"
             "<g stroke='#000'><rect class='b' width='9' height='9'/><rect class='b' width='9' "
             "height='9'/><rect fill='none' stroke-width='0' width='9' height='9'/>"
             "<rect fill='red' stroke='none' display='none' width='9' height='9'/>"
             "<rect fill='url(#x)' stroke='none' width='9' height='9'/></g>"
             "<text fill='#e03131' font-family=\"'No Such Sans', sans-serif\">one"
             "<tspan>two</tspan> <tspan font-family='no such sans'>three</tspan>"
             "<a><tspan font-family='monospace'>four</tspan></a></text>"
             "<text visibility='hidden' font-family='Nobody'>five</text></svg>");
    g_autofree char *all = fairy_style_text(doc, 9), *one = fairy_style_text(doc, 1);
    g_assert_cmpstr(all, ==,
                    "red=#e03131 4, black=#000000 2, blue=#1971c2 2; "
                    "fonts \"No Such Sans\" 3 (not installed), \"monospace\" 1");
    g_assert_cmpstr(one, ==,
                    "red=#e03131 4; 2 more colours; fonts \"No Such Sans\" 3 (not installed); "
                    "1 more fonts");
}

/* --- changes ---------------------------------------------------------------------------------- */

static const char drawing[] =
    HEAD "<rect id='a' x='10.4' y='20' width='100' height='50' fill='none' stroke='#e03131'/>"
         "<rect id='b' x='200' y='20' width='100' height='50' fill='none' stroke='black'/>"
         "<text id='t' x='20' y='200'>Hello</text></svg>";

static void commit(SvgEdit *edit, gboolean done)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(done);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static void move(SvgDocument *doc, const char *author, const char *id, double x, double y)
{
    SvgEdit *edit = svg_edit_begin(doc, author);
    commit(edit, svg_edit_move(edit, id, (SvgPoint){x, y}, SVG_ANCHOR_TOP_LEFT, NULL));
}

static void create(SvgDocument *doc, const char *author, const char *id)
{
    SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H,
                    .id = id,
                    .kind = SVG_KIND_ELLIPSE,
                    .x = 300,
                    .y = 200,
                    .w = 40,
                    .h = 40};
    SvgEdit *edit = svg_edit_begin(doc, author);
    commit(edit, svg_edit_create(edit, &spec, NULL) != NULL);
}

static void remove_shape(SvgDocument *doc, const char *author, const char *id)
{
    SvgEdit *edit = svg_edit_begin(doc, author);
    commit(edit, svg_edit_delete(edit, id, NULL));
}

static char *changes(SvgDocument *doc, guint version, const char *author)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    return fairy_changes_json(doc, coords, version, author);
}

static cJSON *parse_changes(SvgDocument *doc, guint version, const char *author)
{
    g_autofree char *text = changes(doc, version, author);
    cJSON *json = cJSON_Parse(text);
    g_assert_nonnull(json);
    return json;
}

static void test_changes(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    g_assert_null(changes(doc, 0, NULL));
    move(doc, "user", "a", 30, 60);
    create(doc, "user", "dot");
    remove_shape(doc, "user", "b");
    SvgEdit *edit = svg_edit_begin(doc, "user");
    commit(edit, svg_edit_label(edit, "t", "Bye", NULL));
    cJSON *json = parse_changes(doc, 0, NULL);
    cJSON *updated = cJSON_GetObjectItem(json, "updated");
    g_assert_cmpint(cJSON_GetArraySize(updated), ==, 2);
    char *first = cJSON_PrintUnformatted(updated->child);
    assert_json(g_strdup(first), "{'shapeId':'a','type':'rectangle','before':{'x':10,'y':20},"
                                 "'after':{'x':30,'y':60}}");
    cJSON_free(first);
    const cJSON *text = cJSON_GetObjectItem(updated->child->next, "after");
    g_assert_cmpstr(cJSON_GetStringValue(cJSON_GetObjectItem(text, "text")), ==, "Bye");
    cJSON_DeleteItemFromObject(json, "updated");
    char *rest = cJSON_PrintUnformatted(json);
    assert_json(g_strdup(rest), "{'added':[{'shapeId':'dot','type':'ellipse'}],"
                                "'removed':[{'shapeId':'b','type':'rectangle'}]}");
    cJSON_free(rest);
    cJSON_Delete(json);
}

/* First before, last after; what came and went was never there. */
static void test_squashed(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    move(doc, "user", "a", 30, 60);
    create(doc, "user", "dot");
    move(doc, "user", "a", 50, 20);
    remove_shape(doc, "user", "dot");
    assert_json(changes(doc, 0, "user"),
                "{'updated':[{'shapeId':'a','type':'rectangle','before':{'x':10},"
                "'after':{'x':50}}]}");
    move(doc, "user", "a", 10.4, 20);
    g_assert_null(changes(doc, 0, "user"));
}

static void test_by_author(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    move(doc, "fairy", "a", 30, 60);
    guint seen = svg_document_version(doc);
    move(doc, "user", "b", 210, 20);
    move(doc, "fairy", "a", 40, 60);
    move(doc, "user", "b", 220, 20);
    assert_json(changes(doc, seen, "user"),
                "{'updated':[{'shapeId':'b','type':'rectangle','before':{'x':200},"
                "'after':{'x':220}}]}");
    assert_json(changes(doc, 0, "fairy"),
                "{'updated':[{'shapeId':'a','type':'rectangle','before':{'x':10,'y':20},"
                "'after':{'x':40,'y':60}}]}");
    g_assert_null(changes(doc, svg_document_version(doc), NULL));
    g_assert_null(changes(doc, 1000, NULL));
}

/* What several did is told as one change; what came of it nothing isn't told. */
static void test_by_others(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    create(doc, "fairy-2", "dot");
    move(doc, "fairy", "a", 30, 60);
    move(doc, "fairy-3", "dot", 60, 60);
    move(doc, "fairy-3", "b", 210, 20);
    move(doc, "user", "b", 220, 20);
    assert_json(fairy_changes_of_others_json(doc, coords, 0, "fairy"),
                "{'added':[{'by':['fairy-2','fairy-3'],'shapeId':'dot','type':'ellipse'}],"
                "'updated':[{'by':['fairy-3','user'],'shapeId':'b','type':'rectangle',"
                "'before':{'x':200},'after':{'x':220}}]}");
    remove_shape(doc, "user", "dot");
    move(doc, "fairy-2", "b", 200, 20);
    g_assert_null(fairy_changes_of_others_json(doc, coords, 0, "fairy"));
}

/* A colour that a shape has no more, and one that it didn't have. */
static void test_members_that_go(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    SvgSpec spec = {.given = SVG_SPEC_FILL, .fill = SVG_FILL_SOLID, .color = "blue"};
    SvgEdit *edit = svg_edit_begin(doc, "user");
    commit(edit, svg_edit_update(edit, "a", &spec, NULL));
    cJSON *json = parse_changes(doc, 0, NULL);
    const cJSON *one = cJSON_GetObjectItem(json, "updated")->child;
    const cJSON *before = cJSON_GetObjectItem(one, "before"),
                *after = cJSON_GetObjectItem(one, "after");
    g_assert_cmpstr(cJSON_GetStringValue(cJSON_GetObjectItem(before, "fill")), ==, "none");
    g_assert_cmpstr(cJSON_GetStringValue(cJSON_GetObjectItem(after, "fill")), ==, "solid");
    g_assert_null(cJSON_GetObjectItem(before, "x"));
    g_assert_cmpint(cJSON_GetArraySize(before), ==, cJSON_GetArraySize(after));
    cJSON_Delete(json);
}

/* Undoing what the model did is a change, too. */
static void test_undone(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    move(doc, "fairy", "a", 30, 60);
    create(doc, "fairy", "dot");
    guint seen = svg_document_version(doc);
    g_assert_true(svg_document_undo(doc));
    g_assert_true(svg_document_undo(doc));
    assert_json(changes(doc, seen, "user"),
                "{'removed':[{'shapeId':'dot','type':'ellipse'}],'updated':[{'shapeId':'a',"
                "'type':'rectangle','before':{'x':30,'y':60},'after':{'x':10,'y':20}}]}");
    g_assert_cmpuint(svg_document_undo_depth(doc), ==, 0);
    g_assert_true(svg_document_redo(doc));
    assert_json(changes(doc, seen, "user"), "{'removed':[{'shapeId':'dot','type':'ellipse'}]}");
    g_assert_true(svg_document_redo(doc));
    g_assert_null(changes(doc, seen, "user"));
}

/* What was undone and then written over can't be looked at any more. */
static void test_lost(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    move(doc, "fairy", "a", 30, 60);
    move(doc, "fairy", "b", 230, 60);
    guint seen = svg_document_version(doc);
    svg_document_undo(doc);
    move(doc, "user", "t", 100, 100);
    cJSON *json = parse_changes(doc, seen, "user");
    g_assert_true(cJSON_IsTrue(cJSON_GetObjectItem(json, "incomplete")));
    g_assert_cmpint(cJSON_GetArraySize(cJSON_GetObjectItem(json, "updated")), ==, 1);
    cJSON_Delete(json);
    gboolean lost;
    g_assert_cmpuint(svg_document_depth_at(doc, 1, &lost), ==, 1);
    g_assert_false(lost);
    g_assert_cmpuint(svg_document_depth_at(doc, seen, &lost), ==, 1);
    g_assert_true(lost);
}

/* --- looking back ----------------------------------------------------------------------------- */

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    return g_strndup(data, len);
}

static void take(SvgDocument *doc, gpointer data)
{
    *(char **)data = print(doc);
}

/* Every state is there to look at, from any other, and nothing is different after. */
static void test_visit(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    char *states[7];
    states[0] = print(doc);
    for (guint i = 1; i < G_N_ELEMENTS(states); i++) {
        if (i == 3) {
            remove_shape(doc, "user", "b");
        } else {
            move(doc, "user", "a", 10 * i, 7 * i);
        }
        states[i] = print(doc);
    }
    for (guint undone = 0; undone < G_N_ELEMENTS(states); undone++) {
        guint version = svg_document_version(doc);
        for (guint i = 0; i < G_N_ELEMENTS(states); i++) {
            g_autofree char *seen = NULL;
            g_assert_true(svg_document_visit(doc, i, take, &seen));
            g_assert_cmpstr(seen, ==, states[i]);
        }
        g_autofree char *now = print(doc);
        g_assert_cmpstr(now, ==, states[G_N_ELEMENTS(states) - 1 - undone]);
        g_assert_cmpuint(svg_document_version(doc), ==, version);
        g_autofree char *none = NULL;
        g_assert_false(svg_document_visit(doc, G_N_ELEMENTS(states), take, &none));
        svg_document_undo(doc);
    }
    for (guint i = 0; i < G_N_ELEMENTS(states); i++) {
        g_free(states[i]);
    }
}

static void test_records(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    create(doc, "ada", "dot");
    remove_shape(doc, "bob", "b");
    g_assert_true(svg_document_undo(doc));
    g_autoptr(SvgChange) first = svg_document_change(doc, 0);
    g_autoptr(SvgChange) second = svg_document_change(doc, 1);
    g_assert_cmpstr(first->author, ==, "ada");
    g_assert_cmpstr(first->added[0], ==, "dot");
    g_assert_null(first->changed[0]);
    g_assert_cmpstr(second->author, ==, "bob");
    g_assert_cmpstr(second->removed[0], ==, "b");
    g_assert_cmpuint(second->version, ==, 2);
    g_assert_null(svg_document_change(doc, 2));
}

/* --- boxes with words ------------------------------------------------------------------------- */

#define BOX(id, x, w, words)                                                         \
    "<rect id='" id "' x='" #x "' y='10.2' width='" #w "' height='40' fill='#eee'/>" \
    "<text x='" #x "' y='35' font-size='10'>" words "</text>"

/* The most common first; what there is once, or has no words, isn't told. */
static void test_usual_boxes(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD BOX("one", 0, 30, "a") BOX("two", 40, 50, "b") BOX("three", 100, 50.3, "c")
            BOX("four", 160, 30, "d") BOX("five", 200, 50, "e") BOX("six", 260, 50, "f")
                BOX("seven", 320, 45, "g") "<rect x='0' y='100' width='50' height='40'/></svg>");
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){10, 0}, 1);
    static const char common[] = "{'type':'rectangle','w':50,'h':40,'count':4,"
                                 "'shapeIds':['two','three','five']}";
    g_autofree char *both = g_strdup_printf(
        "[%s,{'type':'rectangle','w':30,'h':40,'count':2,'shapeIds':['one','four']}]", common);
    g_autofree char *most = g_strdup_printf("[%s]", common);
    assert_list(fairy_usual_boxes_json(doc, coords, 4), both);
    assert_list(fairy_usual_boxes_json(doc, coords, 1), most);
    g_autoptr(SvgDocument) empty = load(HEAD "</svg>");
    assert_list(fairy_usual_boxes_json(empty, coords, 4), "[]");
}

static void make_boxes(SvgDocument *doc, guint n)
{
    SvgEdit *edit = svg_edit_begin(doc, "fairy");
    for (guint i = 0; i < n; i++) {
        SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H,
                        .kind = SVG_KIND_RECTANGLE,
                        .x = 100.0 * i,
                        .y = 300,
                        .w = 80,
                        .h = 60,
                        .text = "new"};
        g_assert_nonnull(svg_edit_create(edit, &spec, NULL));
    }
    svg_change_free(svg_edit_commit(edit, NULL));
}

/* What fairies have just made isn't how the drawing is, unless there is nothing else. */
static void test_usual_boxes_made(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD BOX("one", 0, 50, "a") BOX("two", 100, 50, "b") "</svg>");
    g_autoptr(SvgDocument) empty = load(HEAD "</svg>");
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    make_boxes(doc, 3);
    make_boxes(empty, 2);
    assert_list(fairy_usual_boxes_json(doc, coords, 4),
                "[{'type':'rectangle','w':50,'h':40,'count':2,'shapeIds':['one','two']}]");
    assert_list(fairy_usual_boxes_json(empty, coords, 4),
                "[{'type':'rectangle','w':80,'h':60,'count':2,"
                "'shapeIds':['rectangle','rectangle-1']}]");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/scene-data/pages", test_pages);
    g_test_add_func("/scene-data/guides", test_guides);
    g_test_add_func("/scene-data/one-page", test_one_page);
    g_test_add_func("/scene-data/layers", test_layers);
    g_test_add_func("/scene-data/style", test_style);
    g_test_add_func("/scene-data/usual-boxes", test_usual_boxes);
    g_test_add_func("/scene-data/usual-boxes-made", test_usual_boxes_made);
    g_test_add_func("/scene-data/changes", test_changes);
    g_test_add_func("/scene-data/changes/squashed", test_squashed);
    g_test_add_func("/scene-data/changes/author", test_by_author);
    g_test_add_func("/scene-data/changes/others", test_by_others);
    g_test_add_func("/scene-data/changes/members", test_members_that_go);
    g_test_add_func("/scene-data/changes/undone", test_undone);
    g_test_add_func("/scene-data/changes/lost", test_lost);
    g_test_add_func("/history/visit", test_visit);
    g_test_add_func("/history/records", test_records);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
