/* Names and signs, drawn from digests: they are the same on every machine. */
#include <fairy/character.h>

#include <string.h>

static const char *const names[] = {
    "Alder",  "Aspen",   "Aster",   "Birch",  "Briar",   "Bryony", "Cedar",   "Clover",   "Coral",
    "Elder",  "Ember",   "Fern",    "Flint",  "Garnet",  "Hazel",  "Heather", "Holly",    "Iris",
    "Ivy",    "Jasper",  "Juniper", "Lark",   "Laurel",  "Linden", "Linnet",  "Maple",    "Merle",
    "Myrtle", "Olive",   "Opal",    "Pebble", "Perry",   "Pippin", "Poppy",   "Primrose", "Quill",
    "Reed",   "Robin",   "Rowan",   "Rue",    "Saffron", "Sage",   "Sorrel",  "Tamsin",   "Tansy",
    "Teasel", "Thistle", "Thyme",   "Vesper", "Viola",   "Willow", "Wren",    "Yarrow",
};

static const char *const signs[] = {"Aries",       "Taurus",    "Gemini",   "Cancer",
                                    "Leo",         "Virgo",     "Libra",    "Scorpio",
                                    "Sagittarius", "Capricorn", "Aquarius", "Pisces"};

/* Rose, azure, green, peach, purple, teal, gold, pink, periwinkle, mint, coral, sky. */
static const char *const colors[] = {"#c2255c", "#1971c2", "#2f9e44", "#e8590c",
                                     "#7048e8", "#0c8599", "#b8860b", "#e64980",
                                     "#4c6ef5", "#12b886", "#fa5252", "#1098ad"};

#define DIGEST_BYTES 32

static void digest_of(const char *text, guint8 digest[DIGEST_BYTES])
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    gsize len = DIGEST_BYTES;
    g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text));
    g_checksum_get_digest(sum, digest, &len);
}

static guint64 number_at(const guint8 *bytes)
{
    guint64 number = 0;
    for (guint i = 0; i < 8; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

/* By one of the digest's four numbers. */
static const char *sign_at(const guint8 *digest, guint number)
{
    return signs[number_at(digest + (gsize)8 * number) % G_N_ELEMENTS(signs)];
}

static const char *free_name(guint64 first, const char *const *taken)
{
    for (guint i = 0; taken && i < G_N_ELEMENTS(names); i++) {
        const char *name = names[(first + i) % G_N_ELEMENTS(names)];
        if (!g_strv_contains(taken, name)) {
            return name;
        }
    }
    return names[first % G_N_ELEMENTS(names)];
}

FairyCharacter fairy_character(guint64 seed, const char *id, const char *const *taken)
{
    guint8 digest[DIGEST_BYTES];
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT "\n%s", seed, id);
    digest_of(text, digest);
    return (FairyCharacter){
        .name = free_name(number_at(digest), taken),
        .sign = {.sun = sign_at(digest, 1),
                 .moon = sign_at(digest, 2),
                 .rising = sign_at(digest, 3)},
        .color = fairy_character_color(id),
    };
}

guint fairy_character_number(const char *id)
{
    const char *dash = strrchr(id, '-');
    guint64 number = 1;
    return dash && g_ascii_string_to_unsigned(dash + 1, 10, 1, G_MAXUINT, &number, NULL)
               ? (guint)number
               : 1;
}

const char *fairy_character_color(const char *id)
{
    return colors[(fairy_character_number(id) - 1) % G_N_ELEMENTS(colors)];
}

gboolean fairy_character_is_name(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(names[i], name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

guint64 fairy_character_seed(const char *path, const char *session)
{
    guint8 digest[DIGEST_BYTES];
    g_autofree char *text = g_strdup_printf("%s\n%s", path ? path : "", session);
    digest_of(text, digest);
    return number_at(digest);
}
