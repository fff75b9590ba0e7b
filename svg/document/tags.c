/* What is known of elements by their names. */
#include "document/node.h"

static const struct {
    const char *name;
    guint flags;
} tags[SVG_TAG_COUNT] = {
    {"", SVG_TAG_IS_IDLE},
#define SVG_TAG(id, name, flags) {name, flags},
#include "document/tags.def"
#undef SVG_TAG
};

SvgTag svg_tag_from_name(const char *name)
{
    for (guint i = 1; i < SVG_TAG_COUNT; i++) {
        if (g_str_equal(tags[i].name, name)) {
            return (SvgTag)i;
        }
    }
    return SVG_TAG_UNKNOWN;
}

guint svg_tag_flags(SvgTag tag)
{
    return tags[tag].flags;
}

const char *svg_tag_name(SvgTag tag)
{
    return tags[tag].name;
}

gboolean svg_node_is(const SvgNode *node, guint flags)
{
    return node->name && (svg_tag_flags((SvgTag)node->name->tag) & flags) != 0;
}
