/* What was asked of the program, or outside, and answered. */
#include "prompt/part.h"

#include <fairy/limits.h>

static void write_part(const FairyWriting *writing, GString *out)
{
    FairyPartLines lines = {.out = out, .heading = FAIRY_DATA_HEADING, .most = FAIRY_DATA_TOKENS};
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
    .headings = {FAIRY_DATA_HEADING},
    .write = write_part,
};
