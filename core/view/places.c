/* Where shapes are, for expressions: in an area or a shape, at another one, or selected. */
#include "view/conditions.h"

/* --- areas ------------------------------------------------------------------------------------ */

static gboolean read_area(FairyReading *r, SvgBox *area)
{
    double n[4];
    for (guint i = 0; i < G_N_ELEMENTS(n); i++) {
        const FairyToken *token = fairy_cursor_peek(&r->at, 0);
        r->at.pos += i > 0 && token && token->type == FAIRY_TOKEN_COMMA;
        if (!fairy_cursor_number(&r->at, &n[i])) {
            g_autofree char *got = fairy_reading_shown(r);
            fairy_reading_fail(
                r,
                "an area is four numbers, x,y,w,h, like in 0,0,200,100, or the id of a shape; got %s",
                got);
            return FALSE;
        }
    }
    SvgPoint corner = fairy_coords_to_document(r->coords, (FairyPoint){n[0], n[1]});
    *area = (SvgBox){corner.x, corner.y, fairy_coords_length_to_document(r->coords, n[2]),
                     fairy_coords_length_to_document(r->coords, n[3])};
    return area->w >= 0 && area->h >= 0
               ? TRUE
               : (fairy_reading_fail(r, "an area can't have a size below 0"), FALSE);
}

static FairySet find_within(const FairyReading *r, SvgBox area, gboolean whole)
{
    FairySet set = fairy_set_new(r);
    for (guint i = 0; i < r->shapes->len; i++) {
        SvgBox box = ((const SvgShape *)r->shapes->pdata[i])->box;
        set[i] = whole ? svg_box_contains(area, box) : svg_box_touches(area, box);
    }
    return set;
}

/* --- shapes by their ids ---------------------------------------------------------------------- */

static const SvgShape *shape_with(const FairyReading *r, const char *id)
{
    for (guint i = 0; i < r->shapes->len; i++) {
        if (g_str_equal(((const SvgShape *)r->shapes->pdata[i])->id, id)) {
            return r->shapes->pdata[i];
        }
    }
    return NULL;
}

/* The shape that the next token names; NULL, and stays, if it names none. */
const SvgShape *fairy_reading_shape(FairyReading *r)
{
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    if (!token) {
        return NULL;
    }
    gboolean named = token->type == FAIRY_TOKEN_ID || token->type == FAIRY_TOKEN_NAME;
    g_autofree char *raw = fairy_cursor_raw(&r->at, r->at.pos + 1);
    const SvgShape *shape = shape_with(r, named ? token->text : raw);
    r->at.pos += shape != NULL;
    return shape;
}

/* What is in a group or layer, at any depth. Groups in it aren't meant by themselves. */
static FairySet find_members(const FairyReading *r, const SvgShape *group)
{
    g_autoptr(GHashTable) inside = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(inside, group->id);
    FairySet set = fairy_set_new(r);
    for (gboolean more = TRUE; more;) {
        more = FALSE;
        for (guint i = 0; i < r->shapes->len; i++) {
            const SvgShape *shape = r->shapes->pdata[i];
            if (!set[i] && shape->parent && g_hash_table_contains(inside, shape->parent)) {
                set[i] = 1;
                more |= g_hash_table_add(inside, shape->id);
            }
        }
    }
    return set;
}

static FairySet find_in_shape(const FairyReading *r, const SvgShape *shape)
{
    if (shape->layer || shape->kind == SVG_KIND_GROUP) {
        return find_members(r, shape);
    }
    FairySet set = find_within(r, shape->box, TRUE);
    for (guint i = 0; i < r->shapes->len; i++) {
        set[i] = set[i] && r->shapes->pdata[i] != shape;
    }
    return set;
}

static gboolean ends_at(const SvgShape *line, const SvgShape *shape)
{
    return g_strcmp0(line->from_id, shape->id) == 0 || g_strcmp0(line->to_id, shape->id) == 0;
}

static gboolean is_line(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

static gboolean are_at(const SvgShape *a, const SvgShape *b)
{
    if (is_line(a) || is_line(b)) {
        return is_line(a) ? ends_at(a, b) : ends_at(b, a);
    }
    gboolean around = svg_box_contains(a->box, b->box) || svg_box_contains(b->box, a->box);
    return !around && svg_box_touches(a->box, b->box);
}

static FairySet find_at(const FairyReading *r, const SvgShape *shape)
{
    FairySet set = fairy_set_new(r);
    for (guint i = 0; i < r->shapes->len; i++) {
        set[i] = r->shapes->pdata[i] != shape && are_at(r->shapes->pdata[i], shape);
    }
    return set;
}

/* "touches(login)", "touches login" */
FairySet fairy_find_touching(FairyReading *r)
{
    gboolean open = fairy_reading_accept(r, '(');
    const SvgShape *shape = fairy_reading_shape(r);
    if (!shape || (open && !fairy_reading_accept(r, ')'))) {
        g_autofree char *got = fairy_reading_shown(r);
        return fairy_reading_fail(r, "touches(ID) takes the id of a shape, got %s", got);
    }
    return find_at(r, shape);
}

FairySet fairy_find_one(FairyReading *r, const SvgShape *shape)
{
    r->groups = r->groups || (shape->kind == SVG_KIND_GROUP && !shape->layer);
    FairySet set = fairy_set_new(r);
    for (guint i = 0; i < r->shapes->len; i++) {
        set[i] = r->shapes->pdata[i] == shape;
    }
    return set;
}

FairySet fairy_find_all(FairyReading *r)
{
    FairySet set = fairy_set_new(r);
    fairy_set_invert(r, set);
    return set;
}

FairySet fairy_find_these(FairyReading *r)
{
    if (!r->these) {
        return fairy_reading_fail(r, "nobody has selected anything here: \"these\" means nothing");
    }
    FairySet set = fairy_set_new(r);
    for (guint i = 0; i < r->shapes->len; i++) {
        const SvgShape *shape = r->shapes->pdata[i];
        set[i] = g_strv_contains(r->these, shape->id);
        r->groups = r->groups || (set[i] && shape->kind == SVG_KIND_GROUP);
    }
    return set;
}

/* Of an area, or of a shape. */
FairySet fairy_find_in(FairyReading *r, gboolean whole)
{
    const SvgShape *shape = fairy_reading_shape(r);
    if (shape) {
        return whole ? find_in_shape(r, shape) : find_at(r, shape);
    }
    SvgBox area;
    return read_area(r, &area) ? find_within(r, area, whole) : NULL;
}
