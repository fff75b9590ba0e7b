/* The names and flags of the kinds of shape. */
#include <svg/shape.h>

#include <string.h>

static const struct {
    const char *name;
    guint flags;
} kinds[SVG_KIND_COUNT] = {
#define SVG_KIND(id, kind_name, kind_flags) [SVG_KIND_##id] = {kind_name, kind_flags},
#include <svg/kinds.def>
#undef SVG_KIND
};

const char *svg_kind_name(SvgKind kind)
{
    return (guint)kind < SVG_KIND_COUNT ? kinds[kind].name : "unknown";
}

const char *svg_kind_article(SvgKind kind)
{
    return strchr("aeioux", *svg_kind_name(kind)) ? "an" : "a"; /* an x-box, too */
}

SvgKind svg_kind_from_name(const char *name)
{
    SvgKind kind = 0;

    while (kind < SVG_KIND_COUNT && (!name || strcmp(kinds[kind].name, name) != 0)) {
        kind++;
    }
    return kind;
}

guint svg_kind_flags(SvgKind kind)
{
    return (guint)kind < SVG_KIND_COUNT ? kinds[kind].flags : 0;
}
