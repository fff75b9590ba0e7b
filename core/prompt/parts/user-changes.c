/* What others did to the drawing since the fairy saw it last. */
#include "prompt/part.h"

#include <fairy/scene_data.h>
#include <svg/journal.h>

#define HEADING "changed by others since you last looked"
#define PERSON  "user" /* in the journal: see svg_edit_begin() */

static void add_list(FairyPartLines *lines, const char *who, const char *what, const cJSON *list)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, list)
    {
        char *shape = cJSON_PrintUnformatted(entry);
        fairy_part_line(lines, g_strdup_printf("%s %s %s", who, what, shape));
        cJSON_free(shape);
    }
}

static void add_changes(FairyPartLines *lines, const char *who, const char *json)
{
    cJSON *changes = json ? cJSON_Parse(json) : NULL;
    for (const cJSON *list = changes ? changes->child : NULL; list; list = list->next) {
        add_list(lines, who, list->string, cJSON_IsArray(list) ? list : NULL);
    }
    cJSON_Delete(changes);
}

/* What one author did; with NULL, what was only undone. */
static void tell(const FairyWriting *writing, FairyPartLines *lines, const char *author)
{
    const FairyComposeOptions *options = writing->options;
    g_autofree char *json =
        fairy_changes_json(options->doc, options->coords, options->seen, author ? author : "");
    g_autofree char *who = !author                       ? g_strdup("undo")
                           : g_str_equal(author, PERSON) ? g_strdup("the person")
                                                         : fairy_part_quoted(author);
    add_changes(lines, who, json);
}

char *fairy_prompt_changes(const char *changes, gsize max_tokens)
{
    FairyPartLines lines = {
        .out = g_string_new(NULL), .heading = "changed by others", .most = max_tokens};
    add_changes(&lines, "others", changes);
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
    guint base = svg_document_depth_at(options->doc, options->seen, NULL),
          now = svg_document_undo_depth(options->doc);
    g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_hash_table_add(told, g_strdup(options->author));
    if (base > now) {
        tell(writing, &lines, NULL);
    }
    for (guint i = base; i < now; i++) {
        g_autoptr(SvgChange) change = svg_document_change(options->doc, i);
        if (change && g_hash_table_add(told, g_strdup(change->author))) {
            tell(writing, &lines, change->author);
        }
    }
    fairy_part_lines_end(&lines);
}

const FairyPart fairy_part_user_changes = {
    .name = "user-changes",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
