/* What is wanted: the person's words, or what the program says in its own name. */
#include "prompt/part.h"

static void write_part(const FairyWriting *writing, GString *out)
{
    if (writing->options->words) {
        g_string_append(out, writing->options->words);
    }
}

const FairyPart fairy_part_messages = {
    .name = "messages",
    .place = FAIRY_PART_MESSAGE,
    .write = write_part,
};
