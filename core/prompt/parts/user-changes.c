/* What others did to the drawing since the fairy saw it last. */
#include "prompt/part.h"

#include <fairy/scene_data.h>

#define HEADING "changed by others since you last looked"
#define PERSON  "user" /* in the journal: see svg_edit_begin() */

/* "the person, fairy-2"; takes the list. NULL: whoever it was. */
static char *who_of(cJSON *by)
{
    if (!by) {
        return g_strdup("others");
    }
    GString *out = g_string_new(NULL);
    const cJSON *one;
    cJSON_ArrayForEach(one, by)
    {
        const char *name = one->valuestring;
        g_autofree char *quoted = fairy_part_quoted(name);
        g_string_append_printf(out, "%s%s", out->len ? ", " : "",
                               g_str_equal(name, PERSON)                  ? "the person"
                               : g_str_equal(name, FAIRY_CHANGED_BY_UNDO) ? name
                                                                          : quoted);
    }
    cJSON_Delete(by);
    return g_string_free(out, FALSE);
}

static void add_list(FairyPartLines *lines, const char *what, cJSON *list)
{
    cJSON *entry;
    cJSON_ArrayForEach(entry, list)
    {
        g_autofree char *who = who_of(cJSON_DetachItemFromObjectCaseSensitive(entry, "by"));
        char *shape = cJSON_PrintUnformatted(entry);
        fairy_part_line(lines, g_strdup_printf("%s %s %s", who, what, shape));
        cJSON_free(shape);
    }
}

static void add_changes(FairyPartLines *lines, const char *json)
{
    cJSON *changes = json ? cJSON_Parse(json) : NULL;
    for (cJSON *list = changes ? changes->child : NULL; list; list = list->next) {
        add_list(lines, list->string, cJSON_IsArray(list) ? list : NULL);
    }
    cJSON_Delete(changes);
}

char *fairy_prompt_changes(const char *changes, gsize max_tokens)
{
    FairyPartLines lines = {
        .out = g_string_new(NULL), .heading = "changed by others", .most = max_tokens};
    add_changes(&lines, changes);
    fairy_part_lines_end(&lines);
    return g_string_free(lines.out, lines.out->len == 0);
}

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyComposeOptions *options = writing->options;
    FairyPartLines lines = {.out = out, .heading = HEADING};
    if (!options->author || options->seen >= svg_document_version(options->doc)) {
        return;
    }
    g_autofree char *json =
        fairy_changes_of_others_json(options->doc, options->coords, options->seen, options->author);
    add_changes(&lines, json);
    fairy_part_lines_end(&lines);
}

const FairyPart fairy_part_user_changes = {
    .name = "user-changes",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
