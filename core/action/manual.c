/* The manual of an action, from its definition. */
#include "action/action_list.h"
#include "action/field.h"
#include "action/names.h"

#define WIDTH 78 /* columns, for a terminal */

static const char *type_name(FairyFieldType type)
{
    static const char *const names[] = {
        [FAIRY_STRING] = "text",
        [FAIRY_NUMBER] = "number",
        [FAIRY_COORDINATE] = "number",
        [FAIRY_LENGTH] = "number",
        [FAIRY_BOOLEAN] = "true or false",
        [FAIRY_ENUM] = "word",
        [FAIRY_COLOR] = "colour",
        [FAIRY_ID] = "id",
        [FAIRY_IDS] = "list of ids, or an expression",
        [FAIRY_NEW_ID] = "new id",
        [FAIRY_KEY] = "name",
        [FAIRY_KEYS] = "list of names",
        [FAIRY_OBJECT] = "object",
        [FAIRY_POINTS] = "list of points",
        [FAIRY_OBJECTS] = "list of objects",
    };
    return names[type];
}

/* `text` broken at spaces, every line indented. */
static void append_wrapped(GString *out, const char *text, guint indent)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    guint column = 0;
    for (guint i = 0; words[i]; i++) {
        guint len = (guint)g_utf8_strlen(words[i], -1);
        if (column && column + 1 + len > WIDTH) {
            g_string_append_c(out, '\n');
            column = 0;
        }
        if (column == 0) {
            g_string_append_printf(out, "%*s%s", (int)indent, "", words[i]);
            column = indent + len;
        } else {
            g_string_append_printf(out, " %s", words[i]);
            column += 1 + len;
        }
    }
    g_string_append_c(out, '\n');
}

static char *describe(const FairyField *field)
{
    g_autofree char *doc = fairy_field_doc(field);
    g_autofree char *list = field->choices ? fairy_names_list(field->choices, "or") : NULL;
    return g_strconcat(doc, list ? ": " : "", list ? list : "", NULL);
}

static const char *optional(const FairyField *field)
{
    return field->flags & FAIRY_FIELD_OPTIONAL ? ", optional" : "";
}

/* Recurses over our tables only, which nest once. */
static void append_fields_text(GString *out, const FairyField *fields, guint indent)
{
    for (guint i = 0; fields[i].name; i++) {
        g_autofree char *text = describe(&fields[i]);
        g_string_append_printf(out, "%*s%s (%s%s)\n", (int)indent, "", fields[i].name,
                               type_name(fields[i].type), optional(&fields[i]));
        append_wrapped(out, text, indent + 4);
        if (fields[i].fields) {
            append_fields_text(out, fields[i].fields, indent + 4);
        }
    }
}

static void append_fields_markdown(GString *out, const FairyField *fields, guint indent)
{
    for (guint i = 0; fields[i].name; i++) {
        g_autofree char *text = describe(&fields[i]);
        g_string_append_printf(out, "%*s- `%s` (%s%s): %s\n", (int)indent, "", fields[i].name,
                               type_name(fields[i].type), optional(&fields[i]), text);
        if (fields[i].fields) {
            append_fields_markdown(out, fields[i].fields, indent + 2);
        }
    }
}

/* Other spellings that are read as this action, for those who come from elsewhere. */
static void append_aliases(GString *out, const FairyAction *action)
{
    if (action->aliases) {
        g_autofree char *list = fairy_names_list(action->aliases, "and");
        g_autofree char *text = g_strdup_printf("Also understood: %s.", list);
        g_string_append_c(out, '\n');
        append_wrapped(out, text, 0);
    }
}

static char *manual_text(const FairyAction *action)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "%s: %s\n\n", action->name, action->summary);
    append_wrapped(out, action->manual, 0);
    if (action->fields[0].name) {
        g_string_append(out, "\nFields:\n");
        append_fields_text(out, action->fields, 2);
    }
    append_aliases(out, action);
    g_string_append_printf(out, "\nExample:\n  %s\n", action->example);
    return g_string_free(out, FALSE);
}

static char *manual_markdown(const FairyAction *action)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "## %s\n\n%s.\n\n%s\n\n", action->name, action->summary,
                           action->manual);
    append_fields_markdown(out, action->fields, 0);
    append_aliases(out, action);
    g_string_append_printf(out, "\n```json\n%s\n```\n", action->example);
    return g_string_free(out, FALSE);
}

/* Colours are explained once for all. */
static void append_fields_brief(GString *out, const FairyField *fields, guint indent)
{
    for (guint i = 0; fields[i].name; i++) {
        g_autofree char *list =
            fields[i].choices ? g_strjoinv("|", (char **)fields[i].choices) : NULL;
        g_string_append_printf(out, "%*s- %s%s (%s): %s%s%s\n", (int)indent, "", fields[i].name,
                               fields[i].flags & FAIRY_FIELD_OPTIONAL ? "?" : "",
                               type_name(fields[i].type), fields[i].doc, list ? ": " : "",
                               list ? list : "");
        if (fields[i].fields) {
            append_fields_brief(out, fields[i].fields, indent + 2);
        }
    }
}

/* Of a list of objects with what is in one. Recurses over our tables only, which nest once. */
static void append_usage(GString *out, const FairyField *fields)
{
    for (guint i = 0; fields[i].name; i++) {
        gboolean with_next = fields[i + 1].name && fields[i + 1].choices == fields[i].choices;
        g_autofree char *list = !fields[i].choices || with_next ? NULL
                                : fields[i].flags & FAIRY_FIELD_AS_STYLE
                                    ? g_strdup("as set-style")
                                    : g_strjoinv("|", (char **)fields[i].choices);
        g_string_append_printf(out, "%s%s%s%s%s", i > 0 ? ", " : "", fields[i].name,
                               fields[i].flags & FAIRY_FIELD_OPTIONAL ? "?" : "", list ? ": " : "",
                               list ? list : "");
        if (fields[i].type == FAIRY_OBJECTS) {
            g_string_append(out, ": [{");
            append_usage(out, fields[i].fields);
            g_string_append(out, "}]");
        }
    }
}

char *fairy_action_usage(const FairyAction *action)
{
    GString *out = g_string_new(action->name);
    g_string_append_c(out, '(');
    append_usage(out, action->fields);
    g_string_append_c(out, ')');
    return g_string_free(out, FALSE);
}

char *fairy_action_prompt_line(const FairyAction *action, gboolean whole)
{
    if (action->words && !whole) {
        return g_strdup_printf("- %s: %s\n", action->name, action->summary);
    }
    g_autofree char *usage = fairy_action_usage(action);
    return action->hint ? g_strdup_printf("- %s: %s\n", usage, action->hint)
                        : g_strdup_printf("- %s: %s. %s\n", usage, action->summary, action->manual);
}

char *fairy_action_prompt_text(const FairyAction *action)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "## %s\n%s. %s\n", action->name, action->summary, action->manual);
    append_fields_brief(out, action->fields, 0);
    g_string_append_printf(out, "%s\n", action->example);
    return g_string_free(out, FALSE);
}

char *fairy_action_manual(const FairyAction *action, gboolean markdown)
{
    return markdown ? manual_markdown(action) : manual_text(action);
}
