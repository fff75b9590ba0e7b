/* What is certain of a shape before its action is whole: numbers that are complete, in the order in
 * which they come. */
#include "agent/ghost.h"

#include <fairy/coords.h>
#include <fairy/limits.h>

#include <math.h>
#include <string.h>

static gboolean read_number(const cJSON *json, const char *name, double *number)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, name);
    *number = cJSON_IsNumber(member) ? member->valuedouble : NAN;
    return isfinite(*number);
}

static gboolean read_point(const cJSON *json, const char *x, const char *y,
                           const FairyCoords *coords, SvgPoint *point)
{
    FairyPoint at;
    if (!read_number(json, x, &at.x) || !read_number(json, y, &at.y)) {
        return FALSE;
    }
    *point = fairy_coords_to_document(coords, at);
    return isfinite(point->x) && isfinite(point->y);
}

static void add_point(FairyGhost *ghost, SvgPoint point)
{
    if (!ghost->points) {
        ghost->points = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
        ghost->kind = FAIRY_GHOST_PATH;
    }
    g_array_append_val(ghost->points, point);
}

/* Some of a long path, and its last point. */
static void read_path(const cJSON *list, const FairyCoords *coords, FairyGhost *ghost)
{
    guint n = (guint)cJSON_GetArraySize(list), i = 0;
    guint step = n / FAIRY_MAX_GHOST_POINTS + 1;
    const cJSON *one;
    SvgPoint point;
    cJSON_ArrayForEach(one, list)
    {
        if ((i % step == 0 || i + 1 == n) && read_point(one, "x", "y", coords, &point)) {
            add_point(ghost, point);
        }
        i++;
    }
}

static void read_line(const cJSON *shape, const FairyCoords *coords, FairyGhost *ghost)
{
    SvgPoint point;
    if (read_point(shape, "x1", "y1", coords, &point)) {
        add_point(ghost, point);
    }
    if (ghost->points && read_point(shape, "x2", "y2", coords, &point)) {
        add_point(ghost, point);
    }
}

static void read_box(const cJSON *shape, const FairyCoords *coords, FairyGhost *ghost)
{
    SvgPoint at;
    double w, h;
    if (!read_point(shape, "x", "y", coords, &at)) {
        return;
    }
    ghost->kind = FAIRY_GHOST_POINT;
    ghost->box = (SvgBox){at.x, at.y, 0, 0};
    if (read_number(shape, "w", &w) && read_number(shape, "h", &h) && w > 0 && h > 0) {
        ghost->kind = FAIRY_GHOST_BOX;
        ghost->box.w = fairy_coords_length_to_document(coords, w);
        ghost->box.h = fairy_coords_length_to_document(coords, h);
    }
}

void fairy_ghost_read(const FairyAction *action, const cJSON *args, const FairyCoords *coords,
                      FairyGhost *ghost)
{
    const cJSON *shape = !action->ghost   ? NULL
                         : *action->ghost ? cJSON_GetObjectItemCaseSensitive(args, action->ghost)
                                          : args;
    const cJSON *points = cJSON_GetObjectItemCaseSensitive(shape, "points");
    *ghost = (FairyGhost){.kind = FAIRY_GHOST_NONE};
    read_box(shape, coords, ghost);
    read_line(shape, coords, ghost);
    if (cJSON_IsArray(points)) {
        read_path(points, coords, ghost);
    }
}

void fairy_ghost_clear(FairyGhost *ghost)
{
    g_clear_pointer(&ghost->points, g_array_unref);
    ghost->kind = FAIRY_GHOST_NONE;
}

static gboolean is_point(SvgPoint a, SvgPoint b)
{
    return a.x == b.x && a.y == b.y;
}

gboolean fairy_ghost_equal(const FairyGhost *a, const FairyGhost *b)
{
    guint n = a->points ? a->points->len : 0, m = b->points ? b->points->len : 0;
    if (a->kind != b->kind || n != m || a->box.x != b->box.x || a->box.y != b->box.y ||
        a->box.w != b->box.w || a->box.h != b->box.h) {
        return FALSE;
    }
    for (guint i = 0; i < n; i++) {
        if (!is_point(g_array_index(a->points, SvgPoint, i),
                      g_array_index(b->points, SvgPoint, i))) {
            return FALSE;
        }
    }
    return TRUE;
}
