/* What belongs together though each element stands in a group of its own, and what several open
 * lines make up: as nomnoml and draw.io write their diagrams. */
#include "document/node.h"
#include "shape/attachments.h"

#include <svg/edit.h>
#include <svg/shape.h>

#include <string.h>

#define HEAD                                                                                  \
    "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='500' viewBox='0 0 600 500' " \
    "font-family='DejaVu Sans' font-size='12'>\n"                                             \
    "<rect id='far' x='500' y='400' width='90' height='60' fill='#eee'/>"
#define BOXES                                                                       \
    "<rect id='a' x='20' y='20' width='80' height='40' fill='#eee' stroke='#333'/>" \
    "<rect id='b' x='160' y='20' width='80' height='40' fill='#eee' stroke='#333'/>"

static SvgDocument *load(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "wrapped.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static SvgShape *shape(SvgDocument *doc, const char *id)
{
    g_autoptr(GError) error = NULL;
    SvgShape *found = svg_document_shape(doc, id, &error);
    g_assert_no_error(error);
    return found;
}

static gboolean is_listed(SvgDocument *doc, const char *id)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; i < shapes->len; i++) {
        if (g_str_equal(((SvgShape *)shapes->pdata[i])->id, id)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void assert_arrow(SvgDocument *doc, const char *line)
{
    g_autoptr(SvgShape) arrow = shape(doc, line);
    gboolean ends = FALSE;
    g_assert_cmpint(arrow->kind, ==, SVG_KIND_ARROW);
    g_assert_cmpstr(arrow->from_id, ==, "a");
    g_assert_cmpstr(arrow->to_id, ==, "b");
    g_assert_false(is_listed(doc, "head"));
    svg_attachments_of(doc, svg_document_find(doc, "b"), NULL, &ends);
    g_assert_true(ends);
}

/* Moves one shape, with what belongs to it. */
static void move(SvgDocument *doc, const char *id, double dx, double dy)
{
    g_autoptr(GError) error = NULL;
    const char *ids[] = {id, NULL};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, ids, dx, dy, &error));
    SvgChange *change = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    svg_change_free(change);
}

static void test_head_in_group(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD BOXES "<path id='line' d='M100 40H147' fill='none' stroke='#333'/>"
                        "<g fill='#333'><path id='head' d='M147 35L160 40L147 45Z'/></g></svg>");
    assert_arrow(doc, "line");
}

/* The dashes are the group's. */
static void test_line_in_group(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD BOXES
        "<g stroke-dasharray='6 6' fill='none' stroke='#333'><path id='line' d='M100 40H147'/></g>"
        "<path id='head' d='M147 35L160 40L147 45Z' fill='#333'/></svg>");
    assert_arrow(doc, "line");
}

/* A layer isn't there for what is in it. */
static void test_layer(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD BOXES
        "<path id='line' d='M100 40H147' fill='none' stroke='#333'/>"
        "<g xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' inkscape:groupmode='layer'>"
        "<path id='head' d='M147 35L160 40L147 45Z' fill='#333'/></g></svg>");
    g_autoptr(SvgShape) line = shape(doc, "line");
    g_assert_cmpint(line->kind, ==, SVG_KIND_LINE);
    g_assert_true(is_listed(doc, "head"));
}

/* The line ends where the head begins: what is left of it is shorter than that. */
static void test_longer_head(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD
        "<rect id='a' x='20' y='20' width='80' height='40' fill='#eee' stroke='#333'/>"
        "<rect id='b' x='130' y='20' width='80' height='40' fill='#eee' stroke='#333'/>"
        "<path id='line' d='M100 40H113' fill='none' stroke='#333'/>"
        "<path id='head' d='M113 40L121 35L130 40L121 45Z' fill='white' stroke='#333'/></svg>");
    assert_arrow(doc, "line");
}

/* D2's by hand: the fill of a head, and its outline, which isn't a line that ends at the fill. */
static void test_head_drawn_twice(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD
        "<path id='fill' d='M159 35L169 40L159 45' fill='#333' stroke='none'/>"
        "<path id='outline' d='M158 35C162 37 166 38 169 40L158 45' fill='none' stroke='#333'/></svg>");
    g_autoptr(SvgShape) outline = shape(doc, "outline");
    g_assert_cmpint(outline->kind, !=, SVG_KIND_ARROW);
}

static void assert_label(SvgDocument *doc, const char *id, const char *words)
{
    g_autoptr(SvgShape) named = shape(doc, id);
    g_assert_cmpstr(named->text, ==, words);
}

static const char icons[] =
    HEAD "<rect id='room' x='40' y='40' width='28' height='38' fill='none'/>"
         "<path id='role' d='M40 40H68V78L54 70L40 78Z' fill='#d05c17'/>"
         "<g><text id='words' x='71' y='63'>Task role</text></g>"
         "<g><rect id='disc' x='40' y='140' width='40' height='40' fill='#8a4'/></g>"
         "<path id='mark' d='M50 150h20v20z' fill='#fff'/>"
         "<g><g><text id='below' x='60' y='194' text-anchor='middle'>Service</text></g></g>"
         "<rect id='plain' x='40' y='240' width='40' height='40' fill='#8a4'/>"
         "<text id='aside' x='83' y='264'>aside</text></svg>";

/* Words beside a picture are its name; beside a plain box they stand for themselves. */
static void test_icons(void)
{
    g_autoptr(SvgDocument) doc = load(icons);
    assert_label(doc, "role", "Task role");
    assert_label(doc, "disc", "Service");
    assert_label(doc, "plain", NULL);
    g_assert_true(is_listed(doc, "aside"));
    move(doc, "role", 10, 0);
    g_assert_cmpstr(svg_node_attr(svg_document_find(doc, "words"), "x"), ==, "81");
}

/* As draw.io writes them: browsers show HTML, others a text. */
static const char html_icon[] =
    HEAD "<rect id='room' x='40' y='40' width='28' height='38' fill='none'/>"
         "<path id='role' d='M40 40H68V78L54 70L40 78Z' fill='#d05c17'/>"
         "<g><switch><foreignObject id='html' width='100%' height='100%' style='overflow:visible' "
         "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'><div "
         "xmlns='http://www.w3.org/1999/xhtml'><div>Task role</div></div></foreignObject>"
         "<text id='words' x='71' y='63'>Task...</text></switch></g></svg>";

/* There is no room that they have to fit in. */
static void test_words_outside(void)
{
    g_autoptr(SvgDocument) doc = load(html_icon);
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_label(edit, "role", "The role of a task", &error));
    SvgChange *change = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(change->note, ==, NULL);
    svg_change_free(change);
    assert_label(doc, "role", "The role of a task");
    g_assert_null(svg_node_attr(svg_document_find(doc, "words"), "font-size"));
}

/* Whoever shows which of them. */
static void test_all_words_deleted(void)
{
    g_autoptr(SvgDocument) doc = load(html_icon);
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_delete(edit, "role", &error));
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    g_assert_false(svg_document_has_id(doc, "role"));
    g_assert_false(svg_document_has_id(doc, "words"));
    g_assert_false(svg_document_has_id(doc, "html"));
}

static void test_all_words_cleared(void)
{
    g_autoptr(SvgDocument) doc = load(html_icon);
    g_autoptr(GError) error = NULL;
    SvgCleared cleared;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_clear(edit, NULL, &cleared, &error));
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    g_assert_false(svg_document_has_id(doc, "words"));
    g_assert_false(svg_document_has_id(doc, "html"));
}

/* nomnoml's, which has both in groups. */
static void test_actor(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD "<g id='who'><g fill='#eee' stroke='#333'><circle id='face' r='4' cx='122' cy='12'/>"
             "<path id='body' d='M122 16V24' fill='none'/><path d='M118 20H126' fill='none'/>"
             "<path d='M118 28L122 24L126 28' fill='none'/></g><g transform='translate(88,24)'>"
             "<text x='34' y='20' text-anchor='middle'>login 1</text></g></g></svg>");
    g_autoptr(SvgShape) actor = shape(doc, "face");
    g_assert_cmpstr(actor->text, ==, "login 1");
    g_assert_cmpint(actor->kind, !=, SVG_KIND_ARROW);
    g_assert_false(is_listed(doc, "body"));
}

/* Its body has no stroke of its own; the lids reach beyond it. */
static void test_lids(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD
        "<g fill='#eee' stroke='#333'><rect id='can' x='40' y='40' width='70' height='32' stroke='none'/>"
        "<path d='M40 40V72' fill='none'/><path d='M110 40V72' fill='none'/>"
        "<ellipse id='lid' cx='75' cy='40' rx='35' ry='6'/>"
        "<path id='base' d='M110 72A35 6 0 0 1 40 72' fill='#eee'/>"
        "<text x='50' y='60' stroke='none'>store</text></g></svg>");
    assert_label(doc, "can", "store");
    g_assert_false(is_listed(doc, "lid"));
    g_assert_false(is_listed(doc, "base"));
}

/* --- lanes ------------------------------------------------------------------------------------ */

#define PEN "fill='none' stroke='#333'"

static const char lane[] = HEAD
    "<path id='title' d='M40 80V40H240V80' fill='#fff' stroke='#333'/>"
    "<path id='body' d='M40 80V300H240V80' " PEN "/><path id='between' d='M40 80H240' " PEN "/>"
    "<g><text id='words' x='140' y='64' text-anchor='middle'>Blind Spot</text></g>"
    "<rect id='step' x='60' y='120' width='120' height='40' fill='#fff2cc' stroke='#d6b656'/>"
    "<text id='step-words' x='120' y='144' text-anchor='middle'>update</text>"
    "<rect id='beside' x='300' y='200' width='60' height='40' fill='#eee' stroke='#333'/>"
    "<path id='wire' d='M300 220H250' " PEN "/><path id='tip' d='M250 216L240 220L250 224Z'"
    " fill='#333'/></svg>";

static void test_lane(void)
{
    g_autoptr(SvgDocument) doc = load(lane);
    g_autoptr(SvgShape) whole = shape(doc, "title"), wire = shape(doc, "wire");
    g_assert_cmpint(whole->kind, ==, SVG_KIND_RECTANGLE);
    g_assert_cmpstr(whole->text, ==, "Blind Spot");
    g_assert_cmpfloat(whole->box.h, ==, 260);
    g_assert_false(is_listed(doc, "body"));
    g_assert_false(is_listed(doc, "between"));
    g_assert_true(is_listed(doc, "step"));
    g_assert_cmpstr(wire->to_id, ==, "title");
}

/* As draw.io draws those whose corners are round; the line between goes the other way. */
static void test_round_lane(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD
        "<path id='title' d='M240 80V53.5Q240 40 226.5 40H53.5Q40 40 40 53.5V80' fill='#b0e3e6' stroke='#333'/>"
        "<path id='body' d='M40 80V286.5Q40 300 53.5 300H226.5Q240 300 240 286.5V80' " PEN "/>"
        "<path id='between' d='M40 80H240' " PEN "/>"
        "<g><text x='140' y='64' text-anchor='middle'>Trajectory</text></g></svg>");
    g_autoptr(SvgShape) whole = shape(doc, "title");
    g_assert_cmpint(whole->kind, ==, SVG_KIND_RECTANGLE);
    g_assert_cmpstr(whole->text, ==, "Trajectory");
    g_assert_cmpfloat(whole->box.h, ==, 260);
    g_assert_false(is_listed(doc, "body"));
    g_assert_false(is_listed(doc, "between"));
}

static void test_lane_moved(void)
{
    g_autoptr(SvgDocument) doc = load(lane);
    move(doc, "title", 0, 20);
    g_autoptr(SvgShape) whole = shape(doc, "title");
    g_assert_cmpfloat(whole->box.y, ==, 60);
    g_assert_cmpfloat(whole->box.h, ==, 260);
    g_assert_cmpstr(whole->text, ==, "Blind Spot");
}

/* Where nothing else is in it, its words are lines of it, each wrapped by itself. */
static void test_lane_words(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD "<path id='title' d='M40 80V40H240V80' fill='#fff' stroke='#333'/>"
                  "<path id='body' d='M40 80V180H240V80' " PEN
                  "/><path id='between' d='M40 80H240' " PEN "/>"
                  "<g><text id='name' x='140' y='64' text-anchor='middle'>Order</text></g>"
                  "<g><text id='row' x='50' y='104'>+ total: Money</text></g></svg>");
    assert_label(doc, "title", "Order\n+ total: Money");
    move(doc, "title", 0, 20);
    assert_label(doc, "title", "Order\n+ total: Money");
    g_autoptr(SvgShape) whole = shape(doc, "title");
    g_assert_cmpfloat(whole->box.y, ==, 60);
}

/* Two halves of a circle have no corners, and open boxes that don't meet are none. */
static void test_no_lane(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD "<path id='upper' d='M40 80A40 40 0 0 1 120 80' " PEN "/>"
                  "<path id='lower' d='M40 80A40 40 0 0 0 120 80' " PEN "/>"
                  "<path id='u1' d='M240 80V40H340V80' " PEN
                  "/><path id='u2' d='M240 90V140H340V90' " PEN "/>"
                  "</svg>");
    g_assert_true(is_listed(doc, "upper"));
    g_assert_true(is_listed(doc, "lower"));
    g_assert_true(is_listed(doc, "u1"));
    g_assert_true(is_listed(doc, "u2"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wrapped/head-in-group", test_head_in_group);
    g_test_add_func("/wrapped/line-in-group", test_line_in_group);
    g_test_add_func("/wrapped/layer", test_layer);
    g_test_add_func("/wrapped/longer-head", test_longer_head);
    g_test_add_func("/wrapped/head-drawn-twice", test_head_drawn_twice);
    g_test_add_func("/wrapped/icons", test_icons);
    g_test_add_func("/wrapped/words-outside", test_words_outside);
    g_test_add_func("/wrapped/all-words-deleted", test_all_words_deleted);
    g_test_add_func("/wrapped/all-words-cleared", test_all_words_cleared);
    g_test_add_func("/wrapped/actor", test_actor);
    g_test_add_func("/wrapped/lids", test_lids);
    g_test_add_func("/wrapped/lane", test_lane);
    g_test_add_func("/wrapped/round-lane", test_round_lane);
    g_test_add_func("/wrapped/lane-moved", test_lane_moved);
    g_test_add_func("/wrapped/lane-words", test_lane_words);
    g_test_add_func("/wrapped/no-lane", test_no_lane);
    return g_test_run();
}
