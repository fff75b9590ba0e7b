/* Where lines of alphabetic text may be broken: the pairs of UAX #14, without the classes that take
 * a dictionary or a whole cluster to decide. */
#include "geometry/text_shape.h"

/* clang-format off */
typedef enum {
    AL, NU, OP, CL, CP, EX, IS, SY, QU, PR, PO, HY, BA, GL, B2, IN,
    NUM_IS, NUM_SY, NUM_CL, NUM_CP, /* behind a number, as part of it (example 7 of §8.2) */
    SP, OTHER
} Class;
/* clang-format on */

#define BIT(class) (1U << (class))
#define ALL        (BIT(SP) - 1)
#define WORD       (BIT(AL) | BIT(NU) | BIT(PR) | BIT(PO) | BIT(CP) | BIT(NUM_CP))
#define NUMBER     (BIT(NU) | BIT(NUM_IS) | BIT(NUM_SY))

static const guint8 class_of_type[] = {
    [G_UNICODE_BREAK_ALPHABETIC] = AL + 1,
    [G_UNICODE_BREAK_AMBIGUOUS] = AL + 1,
    [G_UNICODE_BREAK_NUMERIC] = NU + 1,
    [G_UNICODE_BREAK_OPEN_PUNCTUATION] = OP + 1,
    [G_UNICODE_BREAK_CLOSE_PUNCTUATION] = CL + 1,
    [G_UNICODE_BREAK_CLOSE_PARANTHESIS] = CP + 1,
    [G_UNICODE_BREAK_EXCLAMATION] = EX + 1,
    [G_UNICODE_BREAK_INFIX_SEPARATOR] = IS + 1,
    [G_UNICODE_BREAK_SYMBOL] = SY + 1,
    [G_UNICODE_BREAK_QUOTATION] = QU + 1,
    [G_UNICODE_BREAK_PREFIX] = PR + 1,
    [G_UNICODE_BREAK_POSTFIX] = PO + 1,
    [G_UNICODE_BREAK_HYPHEN] = HY + 1,
    [G_UNICODE_BREAK_AFTER] = BA + 1,
    [G_UNICODE_BREAK_NON_BREAKING_GLUE] = GL + 1,
    [G_UNICODE_BREAK_BEFORE_AND_AFTER] = B2 + 1,
    [G_UNICODE_BREAK_INSEPARABLE] = IN + 1,
    [G_UNICODE_BREAK_SPACE] = SP + 1,
};

/* For each class, those that it isn't parted from: right behind them, and with spaces between. */
static const struct {
    guint32 direct, spaced;
} joins[] = {
    [AL] = {WORD | BIT(IS) | BIT(NUM_IS), 0},
    [NU] = {WORD | BIT(HY) | BIT(NUM_IS) | BIT(NUM_SY), 0},
    [OP] = {BIT(AL) | BIT(NU), BIT(QU)},
    [CL] = {ALL, ALL},
    [CP] = {ALL, ALL},
    [EX] = {ALL, ALL},
    [IS] = {ALL, ALL},
    [SY] = {ALL, ALL},
    [QU] = {ALL, 0},
    [PR] = {BIT(AL) | NUMBER | BIT(NUM_CL) | BIT(NUM_CP), 0},
    [PO] = {BIT(AL) | NUMBER | BIT(NUM_CL) | BIT(NUM_CP), 0},
    [HY] = {ALL, 0},
    [BA] = {ALL, 0},
    [GL] = {ALL & ~(BIT(BA) | BIT(HY)), 0},
    [B2] = {0, BIT(B2)},
    [IN] = {ALL, 0},
};

static Class class_of(gunichar c)
{
    GUnicodeBreakType type = g_unichar_break_type(c);

    return (guint)type < G_N_ELEMENTS(class_of_type) && class_of_type[type]
               ? (Class)(class_of_type[type] - 1)
               : OTHER;
}

/* `last` is the last class that isn't a space. */
static gboolean may_break(Class last, gboolean spaced, Class next)
{
    if (next == SP || last == OP) {
        return FALSE;
    }
    if (spaced) {
        return !(joins[next].spaced & BIT(last));
    }
    return last != QU && last != GL && !((joins[next].direct | joins[next].spaced) & BIT(last));
}

/* "$(5" is a number, "$(a" isn't. */
static gboolean begins_number(Class last, Class next, const char *behind, const char *end)
{
    return next == OP && (last == PR || last == PO) && behind < end &&
           class_of(g_utf8_get_char(behind)) == NU;
}

static Class in_number(Class last, gboolean spaced, Class next)
{
    static const guint8 parts[OTHER] = {[IS] = NUM_IS, [SY] = NUM_SY, [CL] = NUM_CL, [CP] = NUM_CP};

    return !spaced && (BIT(last) & NUMBER) && parts[next] ? (Class)parts[next] : next;
}

gboolean svg_text_breaks_simply(const char *text, gsize len, gboolean *before)
{
    Class last = AL;
    gboolean spaced = FALSE;

    for (const char *at = text, *end = text + len; at < end; at = g_utf8_next_char(at)) {
        Class next = class_of(g_utf8_get_char(at));

        if (next == OTHER) {
            return FALSE;
        }
        *before++ = at > text && may_break(last, spaced, next) &&
                    (spaced || !begins_number(last, next, g_utf8_next_char(at), end));
        last = next == SP ? last : in_number(last, spaced, next);
        spaced = next == SP;
    }
    *before = TRUE;
    return TRUE;
}
