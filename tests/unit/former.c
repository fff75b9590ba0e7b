/* What others did between two runs, told from how the shapes were. */
#include <fairy/compose.h>
#include <fairy/former.h>
#include <fairy/limits.h>
#include <svg/gzip.h>
#include <svg/shape.h>

#include <cjson/cJSON.h>
#include <libxml/parser.h>

#include <string.h>

#define HEAD                                                                       \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:i=\"http://www.inkscape.org/" \
    "namespaces/inkscape\" viewBox=\"0 0 400 300\">"
#define A  "<rect id=\"a\" x=\"10\" y=\"10\" width=\"60\" height=\"30\" fill=\"red\"/>"
#define B  "<rect id=\"b\" x=\"110\" y=\"10\" width=\"60\" height=\"30\" fill=\"blue\"/>"
#define T  "<text id=\"t\" x=\"20\" y=\"200\" font-size=\"10\">one</text>"
#define R1 "<rect x=\"10\" y=\"50\" width=\"60\" height=\"30\"/>"
#define R2 "<rect x=\"10\" y=\"90\" width=\"20\" height=\"20\"/>"

static SvgDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "drawing", &error);
    g_assert_no_error(error);
    return doc;
}

static SvgDocument *whole(const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, "</svg>", NULL);
    return parse(text);
}

static char *told_of(GBytes *kept, SvgDocument *now)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    return fairy_former_changes(kept, now, coords);
}

static char *told_between(SvgDocument *was, SvgDocument *now)
{
    g_autoptr(GBytes) kept = fairy_former_keep(was);
    g_assert_nonnull(kept);
    return told_of(kept, now);
}

/* --- cases ------------------------------------------------------------------------------------ */

typedef struct {
    const char *name, *was, *now, *told;
} Case;

#define UPDATED(id, type, before, after)                                                     \
    "{\"updated\":[{\"shapeId\":\"" id "\",\"type\":\"" type "\",\"before\":{" before "},\"" \
    "after\":{" after "}}]}"

static const Case cases[] = {
    {"nothing", A B T, A B T, "{}"},
    {"another spelling", A B T,
     "<rect height=\"30\" style=\"fill:#f00\" width=\"6e1\" y=\"10.00000001\" x=\"10\" id=\"a\"/>"
     "<path id=\"b\" d=\"M110 10h60v30H110z\" fill=\"#0000ff\"/>" T,
     "{}"},
    {"moved", A B, "<rect id=\"a\" x=\"15\" y=\"10\" width=\"60\" height=\"30\" fill=\"red\"/>" B,
     UPDATED("a", "rectangle", "\"x\":10", "\"x\":15")},
    {"moved by another form", A B,
     "<rect id=\"a\" x=\"10\" y=\"10\" width=\"60\" height=\"30\" fill=\"red\""
     " transform=\"translate(0,7)\"/>" B,
     UPDATED("a", "rectangle", "\"y\":10", "\"y\":17")},
    {"less than is shown", A B,
     "<rect id=\"a\" x=\"10.1\" y=\"10\" width=\"60\" height=\"30\" fill=\"red\"/>" B, "{}"},
    {"at the edge of what is shown",
     "<rect id=\"a\" x=\"10.5\" y=\"10\" width=\"60\" height=\"30\"/>",
     "<rect id=\"a\" x=\"10.4999999\" y=\"10\" width=\"60\" height=\"30\"/>", "{}"},
    {"colour", A B, "<rect id=\"a\" x=\"10\" y=\"10\" width=\"60\" height=\"30\" fill=\"#00f\"/>" B,
     UPDATED("a", "rectangle", "\"color\":\"red\",\"fillColor\":\"#ff0000\"",
             "\"color\":\"blue\",\"fillColor\":\"#0000ff\"")},
    {"locked", A B,
     "<rect id=\"a\" x=\"10\" y=\"10\" width=\"60\" height=\"30\" fill=\"red\" "
     "xmlns:s=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" s:insensitive=\"true\"/>" B,
     UPDATED("a", "rectangle", "\"locked\":null", "\"locked\":true")},
    {"removed", A B, B, "{\"removed\":[{\"shapeId\":\"a\",\"type\":\"rectangle\"}]}"},
    {"added", A, A B, "{\"added\":[{\"shapeId\":\"b\",\"type\":\"rectangle\"}]}"},
    {"hidden", A B,
     "<rect id=\"a\" x=\"10\" y=\"10\" width=\"60\" height=\"30\" fill=\"red\""
     " style=\"display:none\"/>" B,
     UPDATED("a", "rectangle", "\"hidden\":null", "\"hidden\":true")},
    {"the group moved", "<g id=\"g\">" A B "</g>",
     "<g id=\"g\" transform=\"translate(5 0)\">" A B "</g>",
     UPDATED("g", "group", "\"x\":10", "\"x\":15")},
    {"one of the group moved", "<g id=\"g\">" A B "</g>",
     "<g id=\"g\">" A
     "<rect id=\"b\" x=\"120\" y=\"10\" width=\"60\" height=\"30\" fill=\"blue\"/></g>",
     UPDATED("b", "rectangle", "\"x\":110", "\"x\":120")},
    {"into a group", "<g id=\"g\">" A T "</g>" B, "<g id=\"g\">" A T B "</g>",
     UPDATED("b", "rectangle", "\"parent\":null", "\"parent\":\"g\"")},
    {"ids that were given", R1 R2,
     "<rect id=\"x1\" x=\"10\" y=\"50\" width=\"60\" height=\"30\"/>"
     "<rect id=\"x2\" x=\"10\" y=\"90\" width=\"20\" height=\"20\"/>",
     "{\"updated\":[{\"shapeId\":\"x1\",\"type\":\"rectangle\",\"before\":{\"shapeId\":\"rect-1\"},"
     "\"after\":{\"shapeId\":\"x1\"}},{\"shapeId\":\"x2\",\"type\":\"rectangle\",\"before\":"
     "{\"shapeId\":\"rect-2\"},\"after\":{\"shapeId\":\"x2\"}}]}"},
    {"a new one before those without ids", R2, R1 R2,
     "{\"added\":[{\"shapeId\":\"rect-1\",\"type\":\"rectangle\"}],\"updated\":[{\"shapeId\":"
     "\"rect-2\",\"type\":\"rectangle\",\"before\":{\"shapeId\":\"rect-1\"},\"after\":{\"shapeId\":"
     "\"rect-2\"}}]}"},
};

static void test_case(gconstpointer data)
{
    const Case *at = data;
    g_autoptr(SvgDocument) was = whole(at->was), now = whole(at->now);
    g_autofree char *told = told_between(was, now);
    g_assert_cmpstr(told, ==, at->told);
}

static void test_words(void)
{
    g_autoptr(SvgDocument) was = whole(A T);
    g_autoptr(SvgDocument) now =
        whole(A "<text id=\"t\" x=\"20\" y=\"200\" font-size=\"10\">two</text>");
    g_autofree char *told = told_between(was, now);
    g_assert_nonnull(strstr(told, "\"text\":\"one\""));
    g_assert_nonnull(strstr(told, "\"text\":\"two\""));
}

static void test_long_words(void)
{
    g_autofree char *same = g_strnfill(900, 'o');
    g_autofree char *one =
        g_strconcat("<text id=\"t\" x=\"20\" y=\"200\">", same, " end</text>", NULL);
    g_autofree char *two =
        g_strconcat("<text id=\"t\" x=\"20\" y=\"200\">", same, " and</text>", NULL);
    g_autoptr(SvgDocument) was = whole(one), now = whole(two);
    g_autofree char *told = told_between(was, now);
    g_assert_nonnull(strstr(told, "ooo end\""));
    g_assert_nonnull(strstr(told, "ooo and\""));
    g_assert_cmpuint(strlen(told), <, 400);
}

/* --- limits ----------------------------------------------------------------------------------- */

static SvgDocument *many(guint n)
{
    GString *text = g_string_new(HEAD);
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(text,
                               "<rect id=\"box-%u\" x=\"%u\" y=\"%u\" width=\"9\" height=\"5\"/>",
                               i, i % 400, i / 400);
    }
    g_string_append(text, "</svg>");
    SvgDocument *doc = parse(text->str);
    g_string_free(text, TRUE);
    return doc;
}

static void test_size(void)
{
    g_autoptr(SvgDocument) doc = many(10000), larger = many(FAIRY_MAX_FORMER_SHAPES + 1);
    g_autoptr(GBytes) kept = fairy_former_keep(doc);
    g_test_message("10000 shapes: %" G_GSIZE_FORMAT " bytes", g_bytes_get_size(kept));
    g_assert_cmpuint(g_bytes_get_size(kept), <, 128 << 10);
    g_assert_null(fairy_former_keep(larger));
}

static void test_lines(void)
{
    g_autoptr(SvgDocument) was = whole(A), now = many(1000);
    g_autofree char *told = told_between(was, now);
    g_autofree char *lines = fairy_prompt_changes(told, 200);
    g_assert_true(
        g_str_has_prefix(lines, "changed by others:\nothers added {\"shapeId\":\"box-0\""));
    g_assert_true(g_str_has_suffix(lines, " more\n"));
    g_assert_cmpuint(strlen(lines), <, 1000);
    g_assert_null(fairy_prompt_changes("{}", 200));
}

/* Whatever stands in the journal's file. */
static void test_damaged(void)
{
    g_autoptr(SvgDocument) doc = whole(A B T);
    g_autoptr(GBytes) kept = fairy_former_keep(doc), plain = svg_gzip_unpack(kept, "", NULL);
    gsize len;
    const guint8 *data = g_bytes_get_data(plain, &len);
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    for (guint i = 0; i < 2000; i++) {
        g_autofree guint8 *copy = g_memdup2(data, len);
        copy[g_rand_int_range(rand, 0, (gint)len)] = (guint8)g_rand_int(rand);
        gsize cut = g_rand_boolean(rand) ? len : (gsize)g_rand_int_range(rand, 0, (gint)len);
        g_autoptr(GBytes) bad = g_bytes_new(copy, cut), packed = svg_gzip_pack(bad);
        g_free(told_of(packed, doc));
    }
    g_autoptr(GBytes) none = g_bytes_new("rubbish", 7);
    g_assert_null(told_of(none, doc));
}

/* --- another program -------------------------------------------------------------------------- */

/* What it did to a shape, as it would tell it itself. */
typedef enum { LEFT, MOVED, WORDS, COLOUR, DELETED } Deed;

typedef struct {
    const char *list, *members[3];
} Told;

static const Told told_as[] = {
    [MOVED] = {"updated", {"x", NULL}},
    [WORDS] = {"updated", {"text", NULL}},
    [COLOUR] = {"updated", {"fillColor", NULL}},
    [DELETED] = {"removed", {NULL}},
};

enum { N_SHAPES = 30 };

static char *drawn(void)
{
    GString *text = g_string_new(HEAD);
    for (guint i = 0; i < N_SHAPES; i++) {
        g_string_append_printf(
            text,
            i % 3 ? "<rect id=\"s%u\" x=\"%u\" y=\"%u\" width=\"30\" height=\"9\" fill=\"red\"/>"
                  : "<text id=\"s%u\" x=\"%u\" y=\"%u\" font-size=\"5\" fill=\"red\">words</text>",
            i, 10 + i % 5 * 70, 20 + i / 5 * 40);
    }
    g_string_append(text, "</svg>");
    return g_string_free(text, FALSE);
}

static void set(xmlNode *node, const char *name, const char *value)
{
    xmlSetProp(node, BAD_CAST name, BAD_CAST value);
}

static Deed edit(xmlNode *node, GRand *rand)
{
    gboolean text = xmlStrEqual(node->name, BAD_CAST "text");
    Deed deed = (Deed)g_rand_int_range(rand, LEFT, DELETED + 1);
    deed = deed == WORDS && !text ? LEFT : deed;
    if (deed == MOVED) {
        set(node, "transform", "matrix(1 0 0 1 4 0)");
    } else if (deed == WORDS) {
        xmlNodeSetContent(node, BAD_CAST "other");
    } else if (deed == COLOUR) {
        xmlUnsetProp(node, BAD_CAST "fill");
        set(node, "style", "fill:#0000ff");
    } else if (deed == DELETED) {
        xmlUnlinkNode(node);
        xmlFreeNode(node);
    }
    return deed;
}

static SvgDocument *edited(const char *text, GRand *rand, Deed *deeds)
{
    xmlDoc *doc = xmlReadMemory(text, (int)strlen(text), NULL, NULL, XML_PARSE_NONET);
    guint i = 0;
    for (xmlNode *node = xmlDocGetRootElement(doc)->children, *next; node; node = next) {
        next = node->next;
        deeds[i++] = edit(node, rand);
    }
    xmlChar *out;
    int len;
    xmlDocDumpFormatMemoryEnc(doc, &out, &len, "UTF-8", 1);
    xmlFreeDoc(doc);
    SvgDocument *edited = parse((char *)out);
    xmlFree(out);
    return edited;
}

static const cJSON *entry_of(const cJSON *told, const char *list, const char *id)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(told, list))
    {
        if (g_strcmp0(cJSON_GetStringValue(cJSON_GetObjectItem(entry, "shapeId")), id) == 0) {
            return entry;
        }
    }
    return NULL;
}

static void check_shape(const cJSON *told, const char *id, Deed deed)
{
    const Told *want = &told_as[deed];
    const cJSON *entry = deed == LEFT ? NULL : entry_of(told, want->list, id);
    if (deed == LEFT) {
        g_assert_null(entry_of(told, "updated", id));
        g_assert_null(entry_of(told, "removed", id));
        return;
    }
    g_assert_nonnull(entry);
    for (guint i = 0; want->members[i]; i++) {
        g_assert_nonnull(
            cJSON_GetObjectItem(cJSON_GetObjectItem(entry, "before"), want->members[i]));
        g_assert_nonnull(
            cJSON_GetObjectItem(cJSON_GetObjectItem(entry, "after"), want->members[i]));
    }
}

static void test_another_program(void)
{
    g_autofree char *text = drawn();
    g_autoptr(SvgDocument) was = parse(text);
    for (guint seed = 1; seed <= 50; seed++) {
        Deed deeds[N_SHAPES] = {LEFT};
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
        g_autoptr(SvgDocument) now = edited(text, rand, deeds);
        g_autofree char *told = told_between(was, now);
        cJSON *json = cJSON_Parse(told);
        for (guint i = 0; i < N_SHAPES; i++) {
            g_autofree char *id = g_strdup_printf("s%u", i);
            check_shape(json, id, deeds[i]);
        }
        g_assert_null(cJSON_GetObjectItem(json, "added"));
        cJSON_Delete(json);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *name = g_strconcat("/former/", cases[i].name, NULL);
        g_test_add_data_func(name, &cases[i], test_case);
    }
    g_test_add_func("/former/words", test_words);
    g_test_add_func("/former/long-words", test_long_words);
    g_test_add_func("/former/size", test_size);
    g_test_add_func("/former/lines", test_lines);
    g_test_add_func("/former/damaged", test_damaged);
    g_test_add_func("/former/another-program", test_another_program);
    int result = g_test_run();
    xmlCleanupParser();
    svg_cleanup();
    return result;
}
