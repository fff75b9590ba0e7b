/* Who the fairy is: its id, its name, its signs of the zodiac. */
#include "prompt/part.h"

#define HEADING "you"

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyCharacter *character = writing->options->character;
    if (character) {
        const FairySign *sign = &character->sign;
        const char *id = writing->options->fairy;
        g_string_append_printf(out, HEADING ": %s%s%s, sun in %s, moon in %s, rising %s\n",
                               character->name, id ? ", the fairy " : "", id ? id : "", sign->sun,
                               sign->moon, sign->rising);
    }
}

const FairyPart fairy_part_sign = {
    .name = "sign",
    .place = FAIRY_PART_STATE,
    .headings = {HEADING},
    .write = write_part,
};
