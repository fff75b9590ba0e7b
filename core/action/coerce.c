/* Values as models write them: repaired where what is meant is certain, refused in words where not.
 */
#include "action/coerce.h"

#include "action/names.h"
#include "base/quote.h"

#include <fairy/limits.h>
#include <fairy/select.h>
#include <svg/shape.h>

#include <math.h>
#include <string.h>

void fairy_check_note(const FairyCheck *check, const char *format, ...)
{
    if (check->notes) {
        va_list args;
        va_start(args, format);
        g_ptr_array_add(check->notes, g_strdup_vprintf(format, args));
        va_end(args);
    }
}

static char *show_number(double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(g_ascii_formatd(buffer, sizeof buffer, "%.10g", value));
}

char *fairy_value_show(const cJSON *item)
{
    if (cJSON_IsString(item)) {
        return fairy_quote(item->valuestring);
    }
    if (cJSON_IsNumber(item)) {
        return show_number(item->valuedouble);
    }
    return g_strdup(cJSON_IsTrue(item)     ? "true"
                    : cJSON_IsFalse(item)  ? "false"
                    : cJSON_IsNull(item)   ? "null"
                    : cJSON_IsArray(item)  ? "a list"
                    : cJSON_IsObject(item) ? "an object"
                                           : "nothing");
}

static FairyValue refuse(const FairyCheck *check, const FairyField *field, const cJSON *item,
                         const char *wanted, GError **error)
{
    g_autofree char *got = fairy_value_show(item);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s: \"%s%s\" must be %s, got %s",
                check->action->name, check->prefix, field->name, wanted, got);
    return FAIRY_VALUE_BAD;
}

/* What a value is of, in a node whose name is as it was. */
static int type_of(const cJSON *value, const cJSON *node)
{
    return (value->type & ~cJSON_StringIsConst) | (node->type & cJSON_StringIsConst);
}

/* `item` keeps its name and place, and takes the value of `value`, which is freed. */
static void become(cJSON *item, cJSON *value)
{
    if (!value) {
        g_error("out of memory for a value");
    }
    cJSON old = *item;
    item->type = type_of(value, &old);
    item->child = value->child;
    item->valuestring = value->valuestring;
    item->valueint = value->valueint;
    item->valuedouble = value->valuedouble;
    value->type = type_of(&old, value);
    value->child = old.child;
    value->valuestring = old.valuestring;
    cJSON_Delete(value);
}

/* become(), with a note that tells both. */
static void read_as(const FairyCheck *check, const FairyField *field, cJSON *item, cJSON *value)
{
    g_autofree char *before = fairy_value_show(item);
    become(item, value);
    g_autofree char *after = fairy_value_show(item);
    fairy_check_note(check, "\"%s%s\": read %s as %s", check->prefix, field->name, before, after);
}

/* --- numbers ---------------------------------------------------------------------------------- */

static gboolean is_unit(const char *s)
{
    gsize n = 0;
    while (g_ascii_isalpha(s[n]) || s[n] == '%') {
        n++;
    }
    return n <= 5 && s[n] == '\0';
}

/* Neither "0x10" nor "inf", which strtod would take. */
gboolean fairy_parse_number(const char *text, double *value)
{
    g_autofree char *trimmed = g_strstrip(g_strndup(text, 64));
    const char *digits = trimmed + (*trimmed == '-' || *trimmed == '+');
    if (*digits == '.') {
        digits++;
    }
    if (!g_ascii_isdigit(*digits) || g_ascii_tolower(digits[1]) == 'x') {
        return FALSE;
    }
    char *end;
    *value = g_ascii_strtod(trimmed, &end);
    while (*end == ' ') {
        end++;
    }
    return isfinite(*value) && is_unit(end);
}

static FairyValue coerce_number(const FairyCheck *check, const FairyField *field, cJSON *item,
                                GError **error)
{
    double value;
    if (cJSON_IsString(item) && fairy_parse_number(item->valuestring, &value)) {
        read_as(check, field, item, cJSON_CreateNumber(value));
    }
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble)) {
        return refuse(check, field, item, "a number", error);
    }
    if ((field->flags & FAIRY_FIELD_POSITIVE) && item->valuedouble <= 0) {
        return refuse(check, field, item, "a number above 0", error);
    }
    if ((field->flags & FAIRY_FIELD_NOT_ZERO) && item->valuedouble == 0) {
        return refuse(check, field, item, "a number other than 0", error);
    }
    return FAIRY_VALUE_GOOD;
}

/* --- words ------------------------------------------------------------------------------------ */

static FairyValue coerce_string(const FairyCheck *check, const FairyField *field, cJSON *item,
                                GError **error)
{
    if (cJSON_IsNumber(item) || cJSON_IsBool(item)) {
        g_autofree char *text = fairy_value_show(item);
        read_as(check, field, item, cJSON_CreateString(text));
    }
    return cJSON_IsString(item) ? FAIRY_VALUE_GOOD : refuse(check, field, item, "a text", error);
}

static int boolean_of(const char *word)
{
    static const struct {
        const char *word;
        gboolean value;
    } words[] = {
        {"true", TRUE},   {"yes", TRUE}, {"on", TRUE},   {"1", TRUE},
        {"false", FALSE}, {"no", FALSE}, {"off", FALSE}, {"0", FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_ascii_strcasecmp(words[i].word, word) == 0) {
            return words[i].value;
        }
    }
    return -1;
}

static FairyValue coerce_boolean(const FairyCheck *check, const FairyField *field, cJSON *item,
                                 GError **error)
{
    if (cJSON_IsBool(item)) {
        return FAIRY_VALUE_GOOD;
    }
    g_autofree char *word = NULL;
    if (cJSON_IsString(item)) {
        word = g_strstrip(g_strndup(item->valuestring, 16));
    } else if (cJSON_IsNumber(item)) {
        word = show_number(item->valuedouble);
    }
    int value = word ? boolean_of(word) : -1;
    if (value < 0) {
        return refuse(check, field, item, "true or false", error);
    }
    read_as(check, field, item, cJSON_CreateBool(value));
    return FAIRY_VALUE_GOOD;
}

static const struct {
    const char *said, *meant;
} synonyms[] = {
#include "action/synonyms.def"
};

static const char *same_choice(const char *const *choices, const char *word)
{
    for (guint i = 0; choices[i]; i++) {
        if (fairy_name_same(choices[i], word)) {
            return choices[i];
        }
    }
    return NULL;
}

static const char *find_choice(const char *const *choices, const char *word)
{
    const char *choice = same_choice(choices, word);
    for (guint i = 0; !choice && i < G_N_ELEMENTS(synonyms); i++) {
        if (fairy_name_same(synonyms[i].said, word)) {
            choice = same_choice(choices, synonyms[i].meant);
        }
    }
    return choice;
}

static FairyValue refuse_choice(const FairyCheck *check, const FairyField *field, const cJSON *item,
                                GError **error)
{
    g_autofree char *list = fairy_names_list(field->choices, "or");
    g_autofree char *wanted = g_strconcat("one of ", list, NULL);
    if (!(field->flags & FAIRY_FIELD_HINT)) {
        return refuse(check, field, item, wanted, error);
    }
    g_autofree char *shown = fairy_value_show(item);
    fairy_check_note(check, "\"%s%s\": left out, as %s isn't %s", check->prefix, field->name, shown,
                     wanted);
    return FAIRY_VALUE_NONE;
}

static FairyValue coerce_enum(const FairyCheck *check, const FairyField *field, cJSON *item,
                              GError **error)
{
    g_autofree char *word = cJSON_IsString(item) ? g_strstrip(g_strdup(item->valuestring)) : NULL;
    const char *choice = word ? find_choice(field->choices, word) : NULL;
    if (!choice) {
        return refuse_choice(check, field, item, error);
    }
    if (!g_str_equal(choice, item->valuestring)) {
        read_as(check, field, item, cJSON_CreateString(choice));
    }
    return FAIRY_VALUE_GOOD;
}

static gboolean is_color(const char *text)
{
    g_autofree char *css = svg_palette_css(text, FALSE);
    return css != NULL;
}

static gboolean is_no_color(const char *text)
{
    return g_ascii_strcasecmp(text, "none") == 0 || g_ascii_strcasecmp(text, "transparent") == 0;
}

/* A colour that doesn't exist is left out rather than refused: the shape matters more. */
static FairyValue coerce_color(const FairyCheck *check, const FairyField *field, cJSON *item,
                               GError **error)
{
    if (!cJSON_IsString(item)) {
        return refuse(check, field, item, "the name of a colour or a CSS colour", error);
    }
    if (is_color(item->valuestring)) {
        return FAIRY_VALUE_GOOD;
    }
    if ((field->flags & FAIRY_FIELD_NULLABLE) && is_no_color(item->valuestring)) {
        become(item, cJSON_CreateNull());
        return FAIRY_VALUE_GOOD;
    }
    g_autofree char *shown = fairy_value_show(item);
    g_autofree char *kebab = fairy_name_kebab(item->valuestring);
    if (is_color(kebab)) {
        read_as(check, field, item, cJSON_CreateString(kebab));
        return FAIRY_VALUE_GOOD;
    }
    fairy_check_note(check, "\"%s%s\": left out, as %s is no colour", check->prefix, field->name,
                     shown);
    return FAIRY_VALUE_NONE;
}

/* --- ids -------------------------------------------------------------------------------------- */

static gboolean is_key(const FairyField *field)
{
    return field->type == FAIRY_KEY || field->type == FAIRY_KEYS;
}

/* White space, "#" and "shape:" in front of a shape's id are ways to write it. NULL if nothing is
 * left. */
static char *normal_id(const FairyField *field, const char *text)
{
    g_autofree char *trimmed = g_strstrip(g_strdup(text));
    const char *id = trimmed;
    if (is_key(field)) {
        return *id ? g_steal_pointer(&trimmed) : NULL;
    }
    if (*id == '#') {
        id++;
    }
    if (g_str_has_prefix(id, "shape:")) {
        id += strlen("shape:");
    }
    return *id ? g_strdup(id) : NULL;
}

static char *id_of(const FairyField *field, const cJSON *item)
{
    if (cJSON_IsNumber(item)) {
        return show_number(item->valuedouble);
    }
    return cJSON_IsString(item) ? normal_id(field, item->valuestring) : NULL;
}

static FairyValue coerce_id(const FairyCheck *check, const FairyField *field, cJSON *item,
                            GError **error)
{
    if (cJSON_IsArray(item) && item->child && !item->child->next) {
        read_as(check, field, item, cJSON_DetachItemFromArray(item, 0));
    }
    g_autofree char *id = id_of(field, item);
    if (!id) {
        return refuse(check, field, item, is_key(field) ? "a name" : "the id of one shape", error);
    }
    become(item, cJSON_CreateString(id));
    return FAIRY_VALUE_GOOD;
}

/* The elements of a list of ids, made plain and unique. FALSE, with *bad, when one is no id. */
static gboolean normalise_ids(const FairyField *field, cJSON *list, guint *doubles, cJSON **bad)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (cJSON *item = list->child, *next; item; item = next) {
        next = item->next;
        g_autofree char *id = id_of(field, item);
        if (!id) {
            *bad = item;
            return FALSE;
        }
        become(item, cJSON_CreateString(id));
        /* Asked first: adding would take the string that is about to go as the table's key. */
        if (g_hash_table_contains(seen, item->valuestring)) {
            cJSON_Delete(cJSON_DetachItemViaPointer(list, item));
            ++*doubles;
        } else {
            g_hash_table_add(seen, item->valuestring);
        }
    }
    return TRUE;
}

static void make_list(cJSON *item)
{
    cJSON *list = cJSON_CreateArray();
    cJSON_AddItemToArray(list, cJSON_IsString(item) ? cJSON_CreateString(item->valuestring)
                                                    : cJSON_CreateNumber(item->valuedouble));
    become(item, list);
}

static FairyValue coerce_ids(const FairyCheck *check, const FairyField *field, cJSON *item,
                             GError **error)
{
    if (cJSON_IsString(item) || cJSON_IsNumber(item)) {
        make_list(item);
        if (field->type != FAIRY_IDS || !cJSON_IsString(item->child) ||
            !fairy_expression_is(item->child->valuestring)) {
            fairy_check_note(check, "\"%s%s\": read one id as a list of one", check->prefix,
                             field->name);
        }
    }
    if (cJSON_IsArray(item) && !item->child && field->type == FAIRY_KEYS &&
        field->flags & FAIRY_FIELD_OPTIONAL) {
        return FAIRY_VALUE_NONE;
    }
    if (!cJSON_IsArray(item) || !item->child) {
        return refuse(check, field, item, "a list of one or more ids", error);
    }
    if (cJSON_GetArraySize(item) > FAIRY_MAX_IDS) {
        g_autofree char *wanted = g_strdup_printf("a list of at most %d ids", FAIRY_MAX_IDS);
        return refuse(check, field, item, wanted, error);
    }
    guint doubles = 0;
    cJSON *bad;
    if (!normalise_ids(field, item, &doubles, &bad)) {
        return refuse(check, field, bad, "a list of ids", error);
    }
    if (doubles) {
        fairy_check_note(check, "\"%s%s\": left out %u that were listed twice", check->prefix,
                         field->name, doubles);
    }
    return FAIRY_VALUE_GOOD;
}

/* -------------------------------------------------------------------------------------------- */

FairyValue fairy_coerce(const FairyCheck *check, const FairyField *field, cJSON *item,
                        GError **error)
{
    static FairyValue (*const types[])(const FairyCheck *, const FairyField *, cJSON *,
                                       GError **) = {
        [FAIRY_STRING] = coerce_string,
        [FAIRY_NUMBER] = coerce_number,
        [FAIRY_COORDINATE] = coerce_number,
        [FAIRY_LENGTH] = coerce_number,
        [FAIRY_BOOLEAN] = coerce_boolean,
        [FAIRY_ENUM] = coerce_enum,
        [FAIRY_COLOR] = coerce_color,
        [FAIRY_ID] = coerce_id,
        [FAIRY_IDS] = coerce_ids,
        [FAIRY_NEW_ID] = coerce_id,
        [FAIRY_KEY] = coerce_id,
        [FAIRY_KEYS] = coerce_ids,
        [FAIRY_POINTS] = fairy_coerce_points,
    };
    if (cJSON_IsNull(item)) {
        return field->flags & FAIRY_FIELD_NULLABLE ? FAIRY_VALUE_GOOD : FAIRY_VALUE_NONE;
    }
    return types[field->type](check, field, item, error);
}
