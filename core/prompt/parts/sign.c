/* Who the fairy is: its id and name, and where somebody asks for them, its signs of the zodiac. */
#include "prompt/part.h"

#define HEADING "you"
#define ASKED                                                                                    \
    "star.?sign|sun.?sign|your sign|moon.?sign|zodiac|horoscop|astrolog|ascendant|sternzeichen|" \
    "tierkreis|horoskop|aszendent|signe astro|zodia|who are you|yourself|wer bist|stell dich|"   \
    "qui es-tu|qui êtes|quién eres|chi sei"

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyCharacter *character = writing->options->character;
    if (!character) {
        return;
    }
    const FairySign *sign = &character->sign;
    const char *id = writing->options->fairy;
    g_string_append_printf(out, HEADING ": %s%s\"%s\"", id ? id : "", id ? " " : "",
                           character->name);
    if (fairy_part_may_want(writing, ASKED) &&
        fairy_actions_have(writing->prompt->actions, fairy_action_find("message"))) {
        g_string_append_printf(out, ", sun in %s, moon in %s, rising %s", sign->sun, sign->moon,
                               sign->rising);
    }
    g_string_append_c(out, '\n');
}

const FairyPart fairy_part_sign = {
    .name = "sign",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
