/* The fairy's own list of what it means to do. */
#include "prompt/part.h"

#define HEADING "your list of things to do"

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyTodos *todos = writing->options->todos;
    if (todos) {
        cJSON *list = fairy_todos_json(todos);
        char *text = cJSON_PrintUnformatted(list);
        fairy_part_value(out, HEADING, text);
        cJSON_free(text);
        cJSON_Delete(list);
    }
}

const FairyPart fairy_part_todos = {
    .name = "todos",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
