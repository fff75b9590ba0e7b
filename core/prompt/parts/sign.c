/* Who the fairy is: its id, its name, its signs of the zodiac. */
#include "prompt/part.h"

#define HEADING "you"

static char *signs_of(const FairySign *sign)
{
    if (!sign || !sign->sun) {
        return NULL;
    }
    if (g_strcmp0(sign->sun, sign->moon ? sign->moon : sign->sun) == 0 &&
        g_strcmp0(sign->sun, sign->rising ? sign->rising : sign->sun) == 0) {
        return g_strdup_printf("of the character of %s", sign->sun);
    }
    return g_strdup_printf("of the character of sun %s%s%s%s%s", sign->sun,
                           sign->moon ? ", moon " : "", sign->moon ? sign->moon : "",
                           sign->rising ? ", rising " : "", sign->rising ? sign->rising : "");
}

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyComposeOptions *options = writing->options;
    g_autofree char *name = options->name ? fairy_part_quoted(options->name) : NULL,
                    *signs = signs_of(options->sign);
    const char *const known[] = {options->fairy, name, signs};
    GString *line = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
        if (known[i]) {
            g_string_append_printf(line, "%s%s", line->len ? ", " : "", known[i]);
        }
    }
    fairy_part_value(out, HEADING, line->str);
    g_string_free(line, TRUE);
}

const FairyPart fairy_part_sign = {
    .name = "sign",
    .place = FAIRY_PART_STATE,
    .headings = {HEADING},
    .write = write_part,
};
