/* Random values by the field tables, so that an action that is added is tried at once. */
#include "common/random_replies.h"

#include <svg/shape.h>

#define LONG_TEXT 70000 /* bytes; more than a text may have */
#define NESTED    20    /* lists in lists */

static const char *pick(GRand *rand, const char *const *words)
{
    return words[g_rand_int_range(rand, 0, (gint)g_strv_length((char **)words))];
}

static const char *any_id(const TestReplies *replies)
{
    return replies->ids->pdata[g_rand_int_range(replies->rand, 0, (gint)replies->ids->len)];
}

/* --- odd values ------------------------------------------------------------------------------- */

static cJSON *odd_value(const TestReplies *replies)
{
    static const char *const words[] = {"red",       "light-blue", "left",    "top",     "center",
                                        "end",       "horizontal", "a <b> &", "größe ☃", "\\\"{",
                                        "rectangle", "arrow",      "",        NULL};
    switch (g_rand_int_range(replies->rand, 0, 9)) {
    case 0:
        return cJSON_CreateString(pick(replies->rand, words));
    case 1:
        return cJSON_CreateString(any_id(replies));
    case 2:
        return cJSON_CreateNull();
    case 3:
        return cJSON_CreateBool(g_rand_boolean(replies->rand));
    case 4:
        return cJSON_CreateNumber(1e300);
    case 5:
        return cJSON_CreateArray();
    default:
        return cJSON_CreateNumber(g_rand_double_range(replies->rand, -200, 800));
    }
}

static const char *const hostile_words[] = {
    "<script>alert(1)</script>",
    "\"><script>alert(1)</script><rect id=\"",
    "red\" onload=\"alert(1)",
    "red;fill:url(http://evil.example/x.svg#p)",
    "url(javascript:alert(1))",
    "url(http://evil.example/x.svg#p)",
    "url(#no-such-paint)",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "http://evil.example/x.png",
    "file:///etc/passwd",
    "@import url(http://evil.example/x.css)",
    "expression(alert(1))",
    "&xxe; &#0; &amp;lt;",
    "<!ENTITY xxe SYSTEM \"file:///etc/passwd\">",
    "]]></svg>--><svg onload=\"alert(1)\">",
    "</text></g></svg>",
    "a\nb\tc\r\nd",
    "\x01\x02\x1f\x7f",
    "\xe2\x80\xae\xef\xbf\xbe\xf4\x8f\xbf\xbf",
    "%s%n%x",
    "__proto__",
    "1e999",
    "-0",
    "NaN",
    "Infinity",
    "#",
    "shape:",
    " ",
    NULL,
};

static const double hostile_numbers[] = {0,   -0.0, 1e300, -1e300,      1e-300,
                                         1e9, -1e9, 0.5,   2147483648.0};

static cJSON *nested(guint depth, gboolean object)
{
    cJSON *value = cJSON_CreateString("<b>");
    for (; depth > 0; depth--) {
        cJSON *outer = object ? cJSON_CreateObject() : cJSON_CreateArray();
        if (object) {
            cJSON_AddItemToObject(outer, "shapeId", value);
        } else {
            cJSON_AddItemToArray(outer, value);
        }
        value = outer;
    }
    return value;
}

static cJSON *long_text(void)
{
    g_autofree char *text = g_strnfill(LONG_TEXT, '<');
    return cJSON_CreateString(text);
}

static cJSON *hostile_value(const TestReplies *replies)
{
    switch (g_rand_int_range(replies->rand, 0, 12)) {
    case 0:
        return nested((guint)g_rand_int_range(replies->rand, 1, NESTED), TRUE);
    case 1:
        return nested((guint)g_rand_int_range(replies->rand, 1, NESTED), FALSE);
    case 2:
        return g_rand_int_range(replies->rand, 0, 20) ? cJSON_CreateNull() : long_text();
    case 3:
    case 4:
        return cJSON_CreateNumber(hostile_numbers[g_rand_int_range(
            replies->rand, 0, (gint)G_N_ELEMENTS(hostile_numbers))]);
    default:
        return cJSON_CreateString(pick(replies->rand, hostile_words));
    }
}

/* --- by the tables ---------------------------------------------------------------------------- */

static cJSON *field_value(const TestReplies *replies, const FairyField *field, gboolean hostile);

static void add_fields(const TestReplies *replies, cJSON *object, const FairyField *fields,
                       gboolean hostile)
{
    for (; fields->name; fields++) {
        gboolean leave_out = (fields->flags & FAIRY_FIELD_OPTIONAL)
                                 ? g_rand_boolean(replies->rand)
                                 : !g_rand_int_range(replies->rand, 0, 30);
        if (!leave_out) {
            cJSON_AddItemToObject(object, fields->name, field_value(replies, fields, hostile));
        }
    }
}

static cJSON *some_ids(const TestReplies *replies)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = g_rand_int_range(replies->rand, 1, 5); i > 0; i--) {
        cJSON_AddItemToArray(list, cJSON_CreateString(any_id(replies)));
    }
    return list;
}

static cJSON *some_objects(const TestReplies *replies, const FairyField *field, gboolean hostile)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = g_rand_int_range(replies->rand, 1, 5); i > 0; i--) {
        cJSON *object = cJSON_CreateObject();
        add_fields(replies, object, field->fields, hostile);
        cJSON_AddItemToArray(list, object);
    }
    return list;
}

static cJSON *some_points(const TestReplies *replies)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = g_rand_int_range(replies->rand, 1, 6); i > 0; i--) {
        const double at[] = {g_rand_double_range(replies->rand, -200, 800),
                             g_rand_double_range(replies->rand, -200, 800)};
        cJSON *point = cJSON_CreateDoubleArray(at, 2);
        if (g_rand_boolean(replies->rand)) {
            cJSON_Delete(point);
            point = cJSON_CreateObject();
            cJSON_AddNumberToObject(point, "x", at[0]);
            cJSON_AddNumberToObject(point, "y", at[1]);
        }
        cJSON_AddItemToArray(list, point);
    }
    return list;
}

static cJSON *good_value(const TestReplies *replies, const FairyField *field, gboolean hostile)
{
    cJSON *object;
    switch (field->type) {
    case FAIRY_NUMBER:
    case FAIRY_COORDINATE:
        return cJSON_CreateNumber(g_rand_double_range(replies->rand, -200, 800));
    case FAIRY_LENGTH:
        return cJSON_CreateNumber(g_rand_double_range(replies->rand, 1, 300));
    case FAIRY_BOOLEAN:
        return cJSON_CreateBool(g_rand_boolean(replies->rand));
    case FAIRY_ENUM:
        return cJSON_CreateString(pick(replies->rand, field->choices));
    case FAIRY_COLOR:
        return cJSON_CreateString(pick(replies->rand, svg_palette_names()));
    case FAIRY_ID:
        return cJSON_CreateString(any_id(replies));
    case FAIRY_IDS:
        return some_ids(replies);
    case FAIRY_NEW_ID:
        return cJSON_CreateString(g_rand_boolean(replies->rand) ? "new" : "box");
    case FAIRY_OBJECT:
        object = cJSON_CreateObject();
        add_fields(replies, object, field->fields, hostile);
        return object;
    case FAIRY_OBJECTS:
        return some_objects(replies, field, hostile);
    case FAIRY_KEY:
        return cJSON_CreateNumber(g_rand_int_range(replies->rand, 0, 4));
    case FAIRY_KEYS:
        object = cJSON_CreateArray();
        cJSON_AddItemToArray(object, cJSON_CreateNumber(g_rand_int_range(replies->rand, 0, 4)));
        return object;
    case FAIRY_POINTS:
        return some_points(replies);
    case FAIRY_STRING:
        break;
    }
    return cJSON_CreateString("some \"words\"\nand \\ more ☃");
}

/* A hostile action is right in half of its fields, so that it comes far. */
static cJSON *field_value(const TestReplies *replies, const FairyField *field, gboolean hostile)
{
    if (hostile && g_rand_boolean(replies->rand)) {
        return hostile_value(replies);
    }
    return g_rand_int_range(replies->rand, 0, 12) ? good_value(replies, field, hostile)
                                                  : odd_value(replies);
}

/* Members no table knows, in the hope that one is written into the drawing. */
static void add_strangers(const TestReplies *replies, cJSON *object)
{
    static const char *const names[] = {"onload",     "href",   "xlink:href", "style", "class",
                                        "attributes", "script", "fill",       "id",    NULL};
    for (int i = g_rand_int_range(replies->rand, 0, 3); i > 0; i--) {
        const char *name = pick(replies->rand, names);
        if (!cJSON_HasObjectItem(object, name)) {
            cJSON_AddItemToObject(object, name, hostile_value(replies));
        }
    }
}

cJSON *test_random_action(const TestReplies *replies, const FairyAction *action)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "_type", action->name);
    add_fields(replies, object, action->fields, FALSE);
    return object;
}

static cJSON *random_action(const TestReplies *replies)
{
    const FairyAction *const *actions = fairy_actions();
    guint n = g_strv_length((char **)actions);
    const FairyAction *action = actions[g_rand_int_range(replies->rand, 0, (gint)n)];
    gboolean known = g_rand_int_range(replies->rand, 0, 25) != 0;
    gboolean hostile =
        replies->hostile && !g_rand_int_range(replies->rand, 0, (gint)replies->hostile);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "_type",
                            known     ? action->name
                            : hostile ? pick(replies->rand, hostile_words)
                                      : "unheard-of");
    add_fields(replies, object, action->fields, hostile);
    if (hostile) {
        add_strangers(replies, object);
    }
    return object;
}

char *test_random_reply(const TestReplies *replies, guint n, gsize *ends)
{
    GString *reply = g_string_new("Here you are:\n```json\n{\"actions\":[");
    for (guint i = 0; i < n; i++) {
        cJSON *object = random_action(replies);
        char *text =
            g_rand_boolean(replies->rand) ? cJSON_Print(object) : cJSON_PrintUnformatted(object);
        g_string_append_printf(reply, "%s%s", i ? ", " : "", text);
        if (ends) {
            ends[i] = reply->len;
        }
        cJSON_free(text);
        cJSON_Delete(object);
    }
    g_string_append(reply, "]}\n```\n");
    return g_string_free(reply, FALSE);
}
