/* Random replies on real drawings, a part of their actions hostile:
 *
 *   - fed whole, byte by byte, or cut into random pieces, a reply gives the same bytes and
 * outcomes;
 *   - cut off anywhere, exactly the actions whose closing brace arrived are applied;
 *   - every action gets one outcome, and a refused one a sentence;
 *   - undoing the turn gives back the input, byte for byte.
 *
 * TEST_SEED repeats a run, REPLIES_FILES sets the files per folder. */
#include "common/random_edits.h"

#include <fairy/turn.h>

#include <string.h>

#define ACTIONS 25

/* --- a random reply --------------------------------------------------------------------------- */

static const char *pick(GRand *rand, const char *const *words)
{
    return words[g_rand_int_range(rand, 0, (gint)g_strv_length((char **)words))];
}

static cJSON *random_value(GRand *rand, GPtrArray *ids)
{
    static const char *const words[] = {"red",       "light-blue", "left",    "top",     "center",
                                        "end",       "horizontal", "a <b> &", "größe ☃", "\\\"{",
                                        "rectangle", "arrow",      "",        NULL};
    switch (g_rand_int_range(rand, 0, 9)) {
    case 0:
        return cJSON_CreateString(pick(rand, words));
    case 1:
        return cJSON_CreateString(ids->pdata[g_rand_int_range(rand, 0, (gint)ids->len)]);
    case 2:
        return cJSON_CreateNull();
    case 3:
        return cJSON_CreateBool(g_rand_boolean(rand));
    case 4:
        return cJSON_CreateNumber(1e300);
    case 5:
        return cJSON_CreateArray();
    default:
        return cJSON_CreateNumber(g_rand_double_range(rand, -200, 800));
    }
}

static cJSON *random_field(GRand *rand, const FairyField *field, GPtrArray *ids);

static void add_fields(GRand *rand, cJSON *object, const FairyField *fields, GPtrArray *ids)
{
    for (; fields->name; fields++) {
        gboolean leave_out = (fields->flags & FAIRY_FIELD_OPTIONAL)
                                 ? g_rand_boolean(rand)
                                 : !g_rand_int_range(rand, 0, 30);
        if (!leave_out) {
            cJSON_AddItemToObject(object, fields->name, random_field(rand, fields, ids));
        }
    }
}

static cJSON *some_ids(GRand *rand, GPtrArray *ids)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = g_rand_int_range(rand, 1, 5); i > 0; i--) {
        const char *id = ids->pdata[g_rand_int_range(rand, 0, (gint)ids->len)];
        cJSON_AddItemToArray(list, cJSON_CreateString(id));
    }
    return list;
}

static cJSON *random_field(GRand *rand, const FairyField *field, GPtrArray *ids)
{
    if (!g_rand_int_range(rand, 0, 12)) {
        return random_value(rand, ids);
    }
    cJSON *object;
    switch (field->type) {
    case FAIRY_NUMBER:
    case FAIRY_COORDINATE:
        return cJSON_CreateNumber(g_rand_double_range(rand, -200, 800));
    case FAIRY_LENGTH:
        return cJSON_CreateNumber(g_rand_double_range(rand, 1, 300));
    case FAIRY_BOOLEAN:
        return cJSON_CreateBool(g_rand_boolean(rand));
    case FAIRY_ENUM:
        return cJSON_CreateString(pick(rand, field->choices));
    case FAIRY_COLOR:
        return cJSON_CreateString(pick(rand, svg_palette_names()));
    case FAIRY_ID:
        return cJSON_CreateString(ids->pdata[g_rand_int_range(rand, 0, (gint)ids->len)]);
    case FAIRY_IDS:
        return some_ids(rand, ids);
    case FAIRY_NEW_ID:
        return cJSON_CreateString(g_rand_boolean(rand) ? "new" : "box");
    case FAIRY_OBJECT:
        object = cJSON_CreateObject();
        add_fields(rand, object, field->fields, ids);
        return object;
    case FAIRY_STRING:
        break;
    }
    return cJSON_CreateString("some \"words\"\nand \\ more ☃");
}

/* `ends` gets the length of the reply up to the end of each action. */
static char *random_reply(GRand *rand, GPtrArray *ids, gsize ends[ACTIONS])
{
    const FairyAction *const *actions = fairy_actions();
    guint n = 0;
    while (actions[n]) {
        n++;
    }
    GString *reply = g_string_new("Here you are:\n```json\n{\"actions\":[");
    for (guint i = 0; i < ACTIONS; i++) {
        const FairyAction *action = actions[g_rand_int_range(rand, 0, (gint)n)];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "_type",
                                g_rand_int_range(rand, 0, 25) ? action->name : "unheard-of");
        add_fields(rand, object, action->fields, ids);
        char *text = g_rand_boolean(rand) ? cJSON_Print(object) : cJSON_PrintUnformatted(object);
        g_string_append_printf(reply, "%s%s", i ? ", " : "", text);
        ends[i] = reply->len;
        cJSON_free(text);
        cJSON_Delete(object);
    }
    g_string_append(reply, "]}\n```\n");
    return g_string_free(reply, FALSE);
}

/* --- running it ------------------------------------------------------------------------------- */

typedef struct {
    GBytes *bytes;     /* of the document after the reply */
    GString *outcomes; /* a line of JSON for each */
    guint n;
} Result;

static void result_clear(Result *result)
{
    g_bytes_unref(result->bytes);
    g_string_free(result->outcomes, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Result, result_clear)

static void note(const FairyOutcome *outcome, gpointer data)
{
    Result *result = data;
    cJSON *json = fairy_outcome_json(outcome);
    char *text = cJSON_PrintUnformatted(json);
    g_string_append_printf(result->outcomes, "%s\n", text);
    result->n++;
    if (outcome->status == FAIRY_REFUSED) {
        g_assert_cmpuint(strlen(outcome->detail), >, 10);
        g_assert_null(strchr(outcome->detail, '\n'));
    }
    cJSON_free(text);
    cJSON_Delete(json);
}

/* Feeds `len` bytes in pieces of at most `most`, and checks that the turn can be undone. */
static Result run(const char *file, const char *reply, gsize len, GRand *rand, guint most)
{
    Result result = {.outcomes = g_string_new(NULL)};
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    g_autoptr(GBytes) before = svg_document_print_utf8(doc);
    FairyTurnOptions options = {.on_outcome = note, .data = &result};
    g_autoptr(FairyTurn) turn = fairy_turn_new(doc, &options);
    for (gsize at = 0; at < len;) {
        gsize piece = most > 1 ? (gsize)g_rand_int_range(rand, 1, (gint)most + 1) : 1;
        piece = MIN(piece, len - at);
        g_assert_true(fairy_turn_feed(turn, reply + at, piece, NULL));
        at += piece;
    }
    gboolean whole = fairy_turn_end(turn, NULL);
    g_assert_true(whole == (len == strlen(reply)));
    result.bytes = svg_document_print_utf8(doc);
    fairy_turn_undo(turn);
    g_autoptr(GBytes) after = svg_document_print_utf8(doc);
    g_assert_true(g_bytes_equal(before, after));
    return result;
}

static void assert_same(const Result *a, const Result *b)
{
    g_assert_cmpstr(a->outcomes->str, ==, b->outcomes->str);
    g_assert_true(g_bytes_equal(a->bytes, b->bytes));
}

static void check_cut(const char *file, const char *reply, const gsize ends[ACTIONS], GRand *rand)
{
    guint last = (guint)g_rand_int_range(rand, 0, ACTIONS - 1);
    gsize cut = (gsize)g_rand_int_range(rand, (gint)ends[last], (gint)ends[last + 1]);
    g_auto(Result) exact = run(file, reply, ends[last], rand, 4096),
                   later = run(file, reply, cut, rand, 4096);
    g_assert_cmpuint(exact.n, ==, last + 1);
    assert_same(&exact, &later);
}

static void check_file(const char *file, GRand *rand)
{
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    if (!doc) {
        return;
    }
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc), ids = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(ids, ((SvgShape *)shapes->pdata[i])->id);
    }
    g_ptr_array_add(ids, (gpointer) "no-such-id");
    gsize ends[ACTIONS];
    g_autofree char *reply = random_reply(rand, ids, ends);
    g_auto(Result) whole = run(file, reply, strlen(reply), rand, (guint)strlen(reply) + 1);
    g_auto(Result) bytes = run(file, reply, strlen(reply), rand, 1);
    g_auto(Result) pieces = run(file, reply, strlen(reply), rand, 40);
    g_assert_cmpuint(whole.n, ==, ACTIONS);
    assert_same(&whole, &bytes);
    assert_same(&whole, &pieces);
    for (guint i = 0; i < 3; i++) {
        check_cut(file, reply, ends, rand);
    }
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)seed;
    check_file(file, rand);
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("REPLIES_FILES", 4), try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/replies/fixtures", "fixtures", test_folder);
    g_test_add_data_func("/replies/inkscape-tutorials", "/usr/share/inkscape/tutorials",
                         test_folder);
    g_test_add_data_func("/replies/openclipart",
                         "/usr/share/openclipart/svg/computer/icons/flat-theme", test_folder);
    g_test_add_data_func("/replies/breeze", "/usr/share/icons/breeze/actions/22", test_folder);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
