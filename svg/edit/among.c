/* Where an arrow from one shape to another goes: among what these are in. */
#include "edit/adopt.h"
#include "edit/appearance.h"
#include "edit/build.h"
#include "edit/clone.h"
#include "edit/scope.h"
#include "shape/scene.h"
#include "shape/unit.h"

static SvgNode *lowest_common(SvgNode *const shapes[2])
{
    SvgNode *at = shapes[0]->parent;
    while (!svg_node_contains(at, shapes[1]->parent)) {
        at = at->parent;
    }
    return at;
}

/* What is drawn in it looks the same there as outside of it, and is seen once. */
static gboolean changes_nothing(SvgEdit *edit, SvgNode *group)
{
    return svg_node_tag(group) == SVG_TAG_G && !svg_container_effect(edit, group) &&
           !svg_clone_find(edit, group);
}

/* Rather than the parts of one. */
static gboolean has_shapes(SvgEdit *edit, SvgNode *group)
{
    if (!svg_unit_may_be(group)) {
        return TRUE;
    }
    SvgScene *scene = svg_scene_of(edit->doc);
    guint index = svg_scene_find(scene, group);
    return index != SVG_NO_ENTRY && svg_scene_entry(scene, index)->listed;
}

/* They may have to move it as a whole. */
static gboolean is_others(SvgEdit *edit, SvgNode *group)
{
    return edit->scoping && svg_scope_judge(edit, group).verdict == SVG_SCOPE_OTHERS;
}

static gboolean takes(SvgEdit *edit, SvgNode *group)
{
    return svg_node_tag(group) == SVG_TAG_G && svg_placement_is_open(edit, group) &&
           !is_others(edit, group) && has_shapes(edit, group);
}

/* NULL where that is the root. What is around `home`, too, does nothing that isn't done there. */
static SvgNode *find_group(SvgEdit *edit, SvgNode *const shapes[2], const SvgNode *home)
{
    SvgNode *found = NULL;
    for (SvgNode *at = lowest_common(shapes); at->parent; at = at->parent) {
        gboolean same = svg_node_contains(at, home) || changes_nothing(edit, at);
        found = same ? found : NULL;
        if (same && !found && takes(edit, at)) {
            found = at;
        }
    }
    return found;
}

static SvgNode *child_around(const SvgNode *group, SvgNode *node)
{
    while (node->parent != group) {
        node = node->parent;
    }
    return node;
}

static gboolean is_after(const SvgNode *node, const SvgNode *other)
{
    while (other && other != node) {
        other = other->next;
    }
    return other != NULL;
}

/* Of several arrows the newest is on top. */
static SvgNode *over_all(SvgEdit *edit, SvgNode *shape, const SvgNode *part)
{
    SvgNode *next = svg_placement_over(edit, shape, part);
    while (next && svg_node_is_connector(next)) {
        next = svg_placement_over(edit, next, next);
    }
    return next;
}

static gboolean place_among(SvgEdit *edit, SvgNode *const shapes[2], SvgPlacement *out,
                            GError **error)
{
    if (!svg_placement_current(edit, out, error)) {
        return FALSE;
    }
    SvgNode *home = out->parent, *group = find_group(edit, shapes, home);
    if (!group || svg_sheets_look_at_neighbours(edit->doc)) {
        return TRUE;
    }
    SvgNode *parts[2] = {child_around(group, shapes[0]), child_around(group, shapes[1])};
    guint higher = is_after(parts[1], parts[0]) ? 1 : 0;
    svg_placement_clear(out);
    *out = (SvgPlacement){.parent = group, .like = home};
    out->next = over_all(edit, shapes[higher], parts[higher]);
    return svg_placement_set_space(edit, out, error);
}

gboolean svg_placement_of_line(SvgEdit *edit, const SvgSpec *spec, SvgNode *const shapes[2],
                               SvgPlacement *out, GError **error)
{
    gboolean asked = spec->parent_id || spec->above_id || spec->below_id;
    return asked || !shapes[0] || !shapes[1] ? svg_placement_asked(edit, spec, out, error)
                                             : place_among(edit, shapes, out, error);
}
