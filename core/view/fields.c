/* Comparing shapes with values: a table of what can be asked. */
#include "view/fields.h"

#include "language/language.h"

#include <string.h>

#define STRING(member) G_STRUCT_OFFSET(SvgShape, member)

static const FairyAsk asks[] = {
    {"type", 0, FAIRY_ASK_KIND, FALSE},
    {"color", STRING(color), FAIRY_ASK_COLOR, FALSE},
    {"fill", STRING(fill), FAIRY_ASK_PAINT, FALSE},
    {"stroke", STRING(stroke), FAIRY_ASK_PAINT, FALSE},
    {"text", STRING(text), FAIRY_ASK_TEXT, FALSE},
    {"name", STRING(name), FAIRY_ASK_TEXT, TRUE},
    {"id", STRING(id), FAIRY_ASK_TEXT, TRUE},
    {"parent", STRING(parent), FAIRY_ASK_TEXT, TRUE},
    {"from", STRING(from_id), FAIRY_ASK_TEXT, FALSE},
    {"to", STRING(to_id), FAIRY_ASK_TEXT, FALSE},
    {"x", 0, FAIRY_ASK_NUMBER, FALSE},
    {"y", 0, FAIRY_ASK_NUMBER, FALSE},
    {"w", 0, FAIRY_ASK_NUMBER, FALSE},
    {"h", 0, FAIRY_ASK_NUMBER, FALSE},
    {"area", 0, FAIRY_ASK_NUMBER, FALSE},
};

static const struct {
    const char *said, *meant;
} synonyms[] = {
    {"colour", "color"}, {"fillcolor", "fill"}, {"fromid", "from"},
    {"height", "h"},     {"kind", "type"},      {"label", "text"},
    {"shapeid", "id"},   {"toid", "to"},        {"width", "w"},
};

const FairyAsk *fairy_ask_find(const char *word)
{
    for (guint i = 0; i < G_N_ELEMENTS(synonyms); i++) {
        word = g_str_equal(synonyms[i].said, word) ? synonyms[i].meant : word;
    }
    for (guint i = 0; i < G_N_ELEMENTS(asks); i++) {
        if (g_str_equal(asks[i].name, word)) {
            return &asks[i];
        }
    }
    return NULL;
}

gboolean fairy_ask_takes(const FairyAsk *ask, FairySign sign)
{
    return sign == FAIRY_IS || sign == FAIRY_IS_NOT ||
           (sign >= FAIRY_CONTAINS ? ask->type == FAIRY_ASK_TEXT : ask->type == FAIRY_ASK_NUMBER);
}

static gboolean holds_text(const char *have, FairySign sign, const char *wanted)
{
    g_autofree char *folded = fairy_fold(have ? have : "", -1);
    switch (sign) {
    case FAIRY_CONTAINS:
        return strstr(folded, wanted) != NULL;
    case FAIRY_STARTS:
        return g_str_has_prefix(folded, wanted);
    case FAIRY_ENDS:
        return g_str_has_suffix(folded, wanted);
    default:
        return g_str_equal(folded, wanted) == (sign == FAIRY_IS);
    }
}

/* By its name in the palette, or exactly. */
static gboolean is_paint(const char *css, const char *wanted)
{
    return css && (g_str_equal(css, wanted) ||
                   (wanted[0] != '#' && g_strcmp0(svg_palette_nearest(css), wanted) == 0));
}

static gboolean is_color(const SvgShape *shape, const char *wanted)
{
    return wanted[0] == '#' ? is_paint(shape->fill, wanted) || is_paint(shape->stroke, wanted)
                            : g_strcmp0(shape->color, wanted) == 0;
}

static double number_of(const SvgShape *shape, const char *name, const FairyCoords *coords)
{
    const struct {
        const char *name;
        double value;
    } members[] = {
        {"x", shape->box.x}, {"y", shape->box.y}, {"w", shape->box.w}, {"h", shape->box.h}};
    for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
        if (g_str_equal(members[i].name, name)) {
            return fairy_coords_round(coords, name, members[i].value);
        }
    }
    return number_of(shape, "w", coords) * number_of(shape, "h", coords);
}

static gboolean holds_number(double have, FairySign sign, double wanted)
{
    switch (sign) {
    case FAIRY_BELOW:
        return have < wanted;
    case FAIRY_AT_MOST:
        return have <= wanted;
    case FAIRY_ABOVE:
        return have > wanted;
    case FAIRY_AT_LEAST:
        return have >= wanted;
    default:
        return (have == wanted) == (sign == FAIRY_IS);
    }
}

gboolean fairy_condition_holds(const FairyCondition *condition, const SvgShape *shape,
                               const FairyCoords *coords)
{
    const FairyAsk *ask = condition->ask;
    const char *have = G_STRUCT_MEMBER(const char *, shape, ask->offset);
    gboolean is = condition->sign == FAIRY_IS;
    switch (ask->type) {
    case FAIRY_ASK_COLOR:
        return is_color(shape, condition->text) == is;
    case FAIRY_ASK_PAINT:
        return is_paint(have, condition->text) == is;
    case FAIRY_ASK_TEXT:
        return holds_text(have, condition->sign, condition->text);
    case FAIRY_ASK_NUMBER:
        return holds_number(number_of(shape, ask->name, coords), condition->sign,
                            condition->number);
    case FAIRY_ASK_KIND:
        break;
    }
    return FALSE;
}
