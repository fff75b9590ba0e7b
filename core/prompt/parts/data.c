/* What look-ups answered. */
#include "prompt/part.h"

#define HEADING "what you looked up"

static void write_part(const FairyWriting *writing, GString *out)
{
    FairyPartLines lines = {.out = out, .heading = HEADING};
    const cJSON *answer;
    cJSON_ArrayForEach(answer, writing->options->data)
    {
        fairy_part_line(&lines, cJSON_PrintUnformatted(answer));
    }
    fairy_part_lines_end(&lines);
}

const FairyPart fairy_part_data = {
    .name = "data",
    .place = FAIRY_PART_MESSAGE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
