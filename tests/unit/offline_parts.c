/* The parts of the plain-command reader: words, which shapes a phrase means, prompts that mean
 * nothing.
 */
#include "offline/offline.h"

#include <string.h>

static void test_lex(void)
{
    static const char prompt[] = "Move \"Log in\" by -2.5px, #a-1 → 50% 120x60. Login's 2x!";
    static const struct {
        FairyTokenType type;
        const char *text;
        double value;
        char suffix;
    } wanted[] = {
        {FAIRY_TOKEN_WORD, "move", 0, 0},    {FAIRY_TOKEN_NAME, "Log in", 0, 0},
        {FAIRY_TOKEN_WORD, "by", 0, 0},      {FAIRY_TOKEN_NUMBER, "-2.5", -2.5, 0},
        {FAIRY_TOKEN_COMMA, ",", 0, 0},      {FAIRY_TOKEN_ID, "a-1", 0, 0},
        {FAIRY_TOKEN_ARROW, "->", 0, 0},     {FAIRY_TOKEN_NUMBER, "50", 50, '%'},
        {FAIRY_TOKEN_NUMBER, "120", 120, 0}, {FAIRY_TOKEN_WORD, "x", 0, 0},
        {FAIRY_TOKEN_NUMBER, "60", 60, 0},   {FAIRY_TOKEN_STOP, ".", 0, 0},
        {FAIRY_TOKEN_WORD, "login", 0, 0},   {FAIRY_TOKEN_WORD, "'s", 0, 0},
        {FAIRY_TOKEN_NUMBER, "2", 2, 'x'},   {FAIRY_TOKEN_STOP, ".", 0, 0},
    };
    g_autoptr(GArray) tokens = fairy_lex(prompt);
    g_assert_cmpuint(tokens->len, ==, G_N_ELEMENTS(wanted));
    for (guint i = 0; i < tokens->len; i++) {
        const FairyToken *token = &g_array_index(tokens, FairyToken, i);
        g_assert_cmpint(token->type, ==, wanted[i].type);
        g_assert_cmpstr(token->text, ==, wanted[i].text);
        g_assert_cmpfloat(token->value, ==, wanted[i].value);
        g_assert_cmpint(token->suffix, ==, wanted[i].suffix);
    }
}

static SvgShape *hand_made(const char *id, SvgKind kind, SvgBox box, const char *text,
                           const char *color)
{
    SvgShape *shape = g_new0(SvgShape, 1);
    shape->id = g_strdup(id);
    shape->kind = kind;
    shape->box = box;
    shape->text = g_strdup(text);
    shape->color = color;
    return shape;
}

static FairyPlan *hand_made_plan(const char *const *selection)
{
    GPtrArray *shapes = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    g_ptr_array_add(shapes,
                    hand_made("a", SVG_KIND_RECTANGLE, (SvgBox){0, 0, 10, 10}, "Login", "red"));
    g_ptr_array_add(
        shapes, hand_made("b", SVG_KIND_RECTANGLE, (SvgBox){50, 0, 20, 10}, "Login page", "red"));
    g_ptr_array_add(shapes,
                    hand_made("c", SVG_KIND_RECTANGLE, (SvgBox){0, 50, 30, 10}, "Red", "blue"));
    g_ptr_array_add(shapes,
                    hand_made("d", SVG_KIND_ELLIPSE, (SvgBox){50, 50, 10, 10}, NULL, "light-blue"));
    g_ptr_array_add(shapes,
                    hand_made("e", SVG_KIND_TEXT, (SvgBox){90, 50, 10, 10}, "Caption", "black"));
    g_ptr_array_add(shapes, hand_made("f", SVG_KIND_ARROW, (SvgBox){10, 5, 40, 0}, NULL, "black"));
    return fairy_plan_new(shapes, NULL, (SvgBox){0, 0, 100, 100}, (SvgPoint){0, 0}, 1, selection);
}

/* Ids the phrase selects; "-" when it is refused. */
static char *selected(const char *phrase, const char *const *selection)
{
    g_autoptr(FairyPlan) plan = hand_made_plan(selection);
    g_autoptr(GArray) tokens = fairy_lex(phrase);
    FairyCursor c = {phrase, &g_array_index(tokens, FairyToken, 0), 0, tokens->len};
    g_autoptr(GPtrArray) shapes = fairy_select(plan, &c, 0);
    if (!shapes) {
        g_assert_nonnull(plan->problem);
        return g_strdup("-");
    }
    g_assert_null(plan->problem);
    GString *ids = g_string_new(NULL);
    for (guint i = 0; i < shapes->len; i++) {
        g_string_append(ids, ((const SvgShape *)shapes->pdata[i])->id);
    }
    return g_string_free(ids, FALSE);
}

static void test_select(void)
{
    static const char *const picked[] = {"b", "d", NULL};
    static const struct {
        const char *phrase, *ids;
    } phrases[] = {
        {"the red boxes", "ab"},
        {"all text", "e"},
        {"the box labelled Login", "a"},
        {"Login", "a"},
        {"\"Login page\"", "b"},
        {"login page", "b"},
        {"#d", "d"},
        {"shape d", "d"},
        {"boxes", "abc"},
        {"circles", "d"},
        {"the oval", "d"},
        {"the blue box", "c"},
        {"the blue circle", "d"},
        {"the leftmost circle", "d"},
        {"the top two boxes", "ab"},
        {"the last box", "c"},
        {"the second box", "b"},
        {"the widest box", "c"},
        {"the boxes at the top", "ab"},
        {"everything", "abcdef"},
        {"all boxes except Login", "bc"},
        {"Login and the circle", "ad"},
        {"Login, Caption and #d", "aed"},
        {"unlabelled circles", "d"},
        {"these", "bd"},
        {"the selection", "bd"},
        {"the selected boxes", "b"},
        {"capt", "e"},
        {"apti", "e"},
        {"the box", "b"},
        {"Foo", "-"},
        {"hexagons", "-"},
        {"the green boxes", "-"},
        {"arrows", "f"},
        {"connectors", "f"},
        {"boxes containing page", "b"},
        {"the labelled boxes", "abc"},
        {"the first two boxes", "ab"},
        {"both red boxes", "ab"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(phrases); i++) {
        g_autofree char *ids = selected(phrases[i].phrase, picked);
        if (!g_str_equal(ids, phrases[i].ids)) {
            g_test_message("\"%s\": %s instead of %s", phrases[i].phrase, ids, phrases[i].ids);
            g_test_fail();
        }
    }
    g_autofree char *ambiguous = selected("the box", NULL);
    g_assert_cmpstr(ambiguous, ==, "-");
    g_autofree char *nothing = selected("them", NULL);
    g_assert_cmpstr(nothing, ==, "-");
}

/* Whatever is asked, the reply is one JSON object with actions, the last a message. */
static void check_reply(const char *prompt)
{
    static const char *const picked[] = {"a", NULL};
    g_autoptr(FairyPlan) plan = hand_made_plan(picked);
    fairy_plan_read(plan, prompt);
    g_autofree char *reply = fairy_plan_reply(plan, NULL);
    cJSON *json = cJSON_Parse(reply);
    const cJSON *actions = cJSON_GetObjectItemCaseSensitive(json, "actions");
    int n = cJSON_GetArraySize(actions);
    g_assert_cmpint(n, >=, 1);
    const cJSON *last = cJSON_GetArrayItem(actions, n - 1);
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(last, "_type"));
    g_assert_true(g_strcmp0(type, "message") == 0 || g_strcmp0(type, "unknown") == 0);
    cJSON_Delete(json);
}

static void test_odd_prompts(void)
{
    static const char *const prompts[] = {
        "",
        " ",
        ".",
        "\"",
        "'",
        "#",
        ",,,",
        "and and and",
        "then",
        "move",
        "connect",
        "add",
        "label",
        "\xff\xfe move",
        "make the",
        "move to to to",
        "add add add",
        "-> -> ->",
        "rename to",
        "align with",
        "swap",
        "swap a",
        "resize a to 0x0",
        "scale Login by -1",
        "rotate Login by 1e99",
        "move Login 99999999999999999999999999999999999 right",
        "add 1000000 boxes",
        "make Login 0% bigger",
        "shrink Login by 200%",
        "number",
        "replace \"\" with \"x\"",
        "connect Login to Login",
        "move Login below Login",
        "delete all except everything",
        "the of in to by",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(prompts); i++) {
        check_reply(prompts[i]);
    }
}

/* Words of the vocabulary in any order: never a crash, a hang or broken JSON. */
static void test_random_prompts(void)
{
    static const char *const words[] = {
        "move",   "the",     "red",
        "box",    "boxes",   "and",
        "to",     "Login",   "\"Login page\"",
        "20",     "left",    "below",
        ",",      "then",    "connect",
        "align",  "all",     "except",
        "make",   "bigger",  "add",
        "a",      "circle",  "labelled",
        "X",      "with",    "gap",
        "of",     "arrow",   "from",
        "delete", "it",      "them",
        "#a",     "50%",     "10x20",
        "'s",     "in",      "order",
        "swap",   "label",   "rename",
        "number", "between", "top",
        "two",    ".",       "->",
        "on",     "page",    "fill",
        "none",   "rotate",  "by",
        "stack",  "grid",    "first",
    };
    for (int i = 0; i < 3000; i++) {
        GString *prompt = g_string_new(NULL);
        int n = g_test_rand_int_range(1, 14);
        for (int k = 0; k < n; k++) {
            g_string_append_printf(prompt, "%s ",
                                   words[g_test_rand_int_range(0, G_N_ELEMENTS(words))]);
        }
        check_reply(prompt->str);
        g_string_free(prompt, TRUE);
    }
}

static void test_numbers_in_model_space(void)
{
    GPtrArray *shapes = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    g_ptr_array_add(shapes, hand_made("a", SVG_KIND_RECTANGLE, (SvgBox){0, 0, 10, 10}, "A", NULL));
    g_autoptr(FairyPlan) plan =
        fairy_plan_new(shapes, NULL, (SvgBox){0, 0, 1, 1}, (SvgPoint){1, 2}, 0.1, NULL);
    fairy_plan_read(plan, "move A to 3, 5");
    g_autofree char *reply = fairy_plan_reply(plan, NULL);
    g_assert_nonnull(strstr(reply, "\"x\":20,\"y\":30"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/offline-parts/lex", test_lex);
    g_test_add_func("/offline-parts/select", test_select);
    g_test_add_func("/offline-parts/odd-prompts", test_odd_prompts);
    g_test_add_func("/offline-parts/random-prompts", test_random_prompts);
    g_test_add_func("/offline-parts/model-space", test_numbers_in_model_space);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
