/* Who the fairy is: its id and name, and where somebody asks for them, its signs of the zodiac. */
#include "prompt/part.h"

#define HEADING "you"
#define ASKED                                                                                      \
    "sign|star|sun|moon|zodiac|horoscop|astro|aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|" \
    "sagittar|capricorn|aquari|pisces|stern|tierkreis|horoskop|signe|étoile|signo|who|yourself"

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
