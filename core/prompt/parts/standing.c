/* What the person always wants of this fairy. These are the person's own words, from a file of
 * theirs: they stand in the system prompt, outside of any fence, as nothing of a drawing can. */
#include "prompt/part.h"

#define HEADING "What the person always wants of you"

static void write_part(const FairyWriting *writing, GString *out)
{
    const char *words = writing->options->standing;
    g_autofree char *quoted = words ? fairy_part_quoted(words) : NULL;
    fairy_part_value(out, HEADING, quoted);
}

const FairyPart fairy_part_standing = {
    .name = "standing",
    .place = FAIRY_PART_SYSTEM,
    .headings = {HEADING},
    .write = write_part,
};
