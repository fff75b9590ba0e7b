/* Looks as people say them (colours, dashes, thickness, letters), and the commands that give them.
 */
#include "offline/offline.h"

#include <math.h>
#include <string.h>

#define TWINS      3    /* places in the list within which a program draws one outline twice */
#define MAX_FRAMES 500  /* shapes that are looked at for what lies in them */
#define THICKER    1.75 /* times */

void fairy_look_init(FairyLook *look)
{
    *look = (FairyLook){.opacity = NAN, .width = NAN, .width_by = NAN};
}

void fairy_look_clear(FairyLook *look)
{
    for (guint i = 0; i < FAIRY_ON_COUNT; i++) {
        g_clear_pointer(&look->colors[i], g_free);
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

FairyLookPart fairy_words_part(FairyCursor *c)
{
    static const struct {
        const char *phrase;
        FairyLookPart part;
    } parts[] = {
        {"outline", FAIRY_ON_OUTLINE}, {"outlines", FAIRY_ON_OUTLINE},
        {"border", FAIRY_ON_OUTLINE},  {"borders", FAIRY_ON_OUTLINE},
        {"stroke", FAIRY_ON_OUTLINE},  {"strokes", FAIRY_ON_OUTLINE},
        {"frame", FAIRY_ON_OUTLINE},   {"text", FAIRY_ON_LETTERS},
        {"texts", FAIRY_ON_LETTERS},   {"label", FAIRY_ON_LETTERS},
        {"labels", FAIRY_ON_LETTERS},  {"letters", FAIRY_ON_LETTERS},
        {"words", FAIRY_ON_LETTERS},   {"font", FAIRY_ON_LETTERS},
        {"writing", FAIRY_ON_LETTERS}, {"fill", FAIRY_ON_FILL},
        {"fills", FAIRY_ON_FILL},      {"background", FAIRY_ON_FILL},
        {"inside", FAIRY_ON_FILL},     {"colour", FAIRY_ON_WHOLE},
        {"color", FAIRY_ON_WHOLE},
    };
    FairyCursor try = *c;
    fairy_cursor_accept(&try, "the");
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        FairyCursor of = try;
        if (fairy_cursor_accept(&of, parts[i].phrase) &&
            fairy_cursor_accept_any(
                &of, (const char *const[]){"of", "on", "in", "inside", "around", NULL}) >= 0) {
            *c = of;
            return parts[i].part;
        }
    }
    return FAIRY_ON_WHOLE;
}

static const struct {
    const char *phrase, *dash;
    double width_by, opacity; /* 0: not said */
    int bold, italic;
} looks[] = {
    {"dashed", "dashed", 0, 0, 0, 0},
    {"broken", "dashed", 0, 0, 0, 0},
    {"dotted", "dotted", 0, 0, 0, 0},
    {"solid", "solid", 0, 0, 0, 0},
    {"continuous", "solid", 0, 0, 0, 0},
    {"unbroken", "solid", 0, 0, 0, 0},
    {"a bit thicker", NULL, 1.4, 0, 0, 0},
    {"a little thicker", NULL, 1.4, 0, 0, 0},
    {"slightly thicker", NULL, 1.4, 0, 0, 0},
    {"much thicker", NULL, 3, 0, 0, 0},
    {"twice as thick", NULL, 2, 0, 0, 0},
    {"thicker", NULL, THICKER, 0, 0, 0},
    {"fatter", NULL, THICKER, 0, 0, 0},
    {"heavier", NULL, THICKER, 0, 0, 0},
    {"thick", NULL, 2, 0, 0, 0},
    {"half as thick", NULL, 0.5, 0, 0, 0},
    {"a bit thinner", NULL, 1 / 1.4, 0, 0, 0},
    {"a little thinner", NULL, 1 / 1.4, 0, 0, 0},
    {"thinner", NULL, 1 / THICKER, 0, 0, 0},
    {"finer", NULL, 1 / THICKER, 0, 0, 0},
    {"lighter in weight", NULL, 1 / THICKER, 0, 0, 0},
    {"half transparent", NULL, 0, 0.5, 0, 0},
    {"half-transparent", NULL, 0, 0.5, 0, 0},
    {"semi transparent", NULL, 0, 0.5, 0, 0},
    {"semi-transparent", NULL, 0, 0.5, 0, 0},
    {"partly transparent", NULL, 0, 0.5, 0, 0},
    {"slightly transparent", NULL, 0, 0.75, 0, 0},
    {"more transparent", NULL, 0, 0.5, 0, 0},
    {"translucent", NULL, 0, 0.5, 0, 0},
    {"fully opaque", NULL, 0, 1, 0, 0},
    {"opaque", NULL, 0, 1, 0, 0},
    {"bold", NULL, 0, 0, 1, 0},
    {"not bold", NULL, 0, 0, -1, 0},
    {"italic", NULL, 0, 0, 0, 1},
    {"in italics", NULL, 0, 0, 0, 1},
    {"not italic", NULL, 0, 0, 0, -1},
};

gboolean fairy_words_adjective(FairyCursor *c, FairyLook *look)
{
    for (gsize i = 0; i < G_N_ELEMENTS(looks); i++) {
        if (fairy_cursor_accept(c, looks[i].phrase)) {
            look->dash = looks[i].dash ? looks[i].dash : look->dash;
            look->width_by = looks[i].width_by > 0 ? looks[i].width_by : look->width_by;
            look->opacity = looks[i].opacity > 0 ? looks[i].opacity : look->opacity;
            look->bold = looks[i].bold ? looks[i].bold : look->bold;
            look->italic = looks[i].italic ? looks[i].italic : look->italic;
            return TRUE;
        }
    }
    return FALSE;
}

/* "50% transparent", "30% opacity", "opacity 0.3", "3 thick", "3px thick". */
static gboolean read_measure(FairyCursor *c, FairyLook *look)
{
    FairyCursor try = *c;
    gboolean named =
        fairy_cursor_accept_any(
            &try, (const char *const[]){"an opacity of", "opacity of", "opacity", NULL}) >= 0;
    fairy_cursor_accept_any(&try, (const char *const[]){"to", "of", NULL});
    const FairyToken *token = fairy_cursor_peek(&try, 0);
    double value = 0;
    if (!token || !fairy_cursor_number(&try, &value) || value < 0) {
        return FALSE;
    }
    gboolean percent = token->suffix == '%' || fairy_cursor_accept(&try, "percent");
    double share = percent ? value / 100 : value;
    int how = fairy_cursor_accept_any(
        &try, (const char *const[]){"transparent", "transparency", "see-through", "opaque",
                                    "opacity", "thick", "in thickness", NULL});
    if (how >= 5 && !percent && value > 0) {
        look->width = value;
    } else if ((named || (how >= 0 && how < 5)) && share <= 1) {
        look->opacity = how >= 0 && how < 3 ? 1 - share : share;
    } else {
        return FALSE;
    }
    *c = try;
    return TRUE;
}

static const char *const no_fill[] = {"no fill",  "none",      "nothing",  "transparent",
                                      "unfilled", "no colour", "no color", "see-through",
                                      "hollow",   NULL};

static const char *const borders[] = {"outline", "outlines", "border", "borders",
                                      "stroke",  "strokes",  "frame",  NULL};

/* Whether some part has a colour. */
static gboolean has_color(const FairyLook *look)
{
    for (guint i = 0; i < FAIRY_ON_COUNT; i++) {
        if (look->colors[i]) {
            return TRUE;
        }
    }
    return FALSE;
}

static void set_color(FairyLook *look, FairyLookPart part, char *color)
{
    g_free(look->colors[part]);
    look->colors[part] = color;
}

/* "red", "solid blue", "no fill", "filled with green", "a red outline". */
static gboolean read_color(FairyCursor *c, FairyLook *look)
{
    static const char *const filled[] = {"filled with", "filled in", "filled", "solid", NULL};
    static const char *const after[] = {"filled", "filling", "fill", "solid", "background", NULL};
    static const char *const letters[] = {"texts",  "text",  "letters", "words",
                                          "labels", "label", "font",    NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, no_fill) >= 0) {
        look->fill = "none";
        *c = try;
        return TRUE;
    }
    gboolean solid = fairy_cursor_accept_any(&try, filled) >= 0;
    char *color = fairy_words_color(&try);
    if (!color) {
        return FALSE;
    }
    solid = fairy_cursor_accept_any(&try, after) >= 0 || solid;
    look->fill = solid ? "solid" : look->fill;
    FairyLookPart part = fairy_cursor_accept_any(&try, borders) >= 0   ? FAIRY_ON_OUTLINE
                         : fairy_cursor_accept_any(&try, letters) >= 0 ? FAIRY_ON_LETTERS
                         : solid                                       ? FAIRY_ON_WHOLE
                                                                       : look->on;
    if (!solid && !has_color(look)) {
        look->on = part;
    }
    set_color(look, part, color);
    *c = try;
    return TRUE;
}

/* "a thick, red border": the colour isn't the whole's. "red with a thick border" is two things. */
static void read_border(FairyCursor *c, FairyLook *look, gboolean apart)
{
    if (fairy_cursor_accept_any(c, borders) < 0) {
        return;
    }
    if (apart) {
        return;
    }
    look->on = FAIRY_ON_OUTLINE;
    if (look->colors[FAIRY_ON_WHOLE] && !look->colors[FAIRY_ON_OUTLINE]) {
        set_color(look, FAIRY_ON_OUTLINE, g_steal_pointer(&look->colors[FAIRY_ON_WHOLE]));
    }
}

gboolean fairy_words_look(FairyCursor *c, FairyLook *look)
{
    static const char *const before[] = {"to be", "to",    "in",         "with",      "as",
                                         "into",  "a",     "the colour", "the color", "colour",
                                         "color", "lines", "an",         NULL};
    static const char *const after[] = {"ones",   "one",   "lines", "line",    "arrows", "arrow",
                                        "colour", "color", "style", "instead", NULL};
    gboolean any = FALSE, apart = FALSE;
    FairyCursor try = *c;
    for (;;) {
        guint from = try.pos;
        fairy_cursor_skip(&try, before);
        for (guint i = from; i < try.pos; i++) {
            apart = apart || (any && g_str_equal(try.tokens[i].text, "with"));
        }
        if (!read_color(&try, look) && !read_measure(&try, look) &&
            !fairy_words_adjective(&try, look)) {
            return any;
        }
        any = TRUE;
        read_border(&try, look, apart);
        fairy_cursor_accept_any(&try, after);
        *c = try;
        const FairyToken *token = fairy_cursor_peek(&try, 0);
        try.pos += token && token->type == FAIRY_TOKEN_COMMA;
        fairy_cursor_accept(&try, "and");
    }
}

/* --- giving ----------------------------------------------------------------------------------- */

static gboolean is_line(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

static gboolean is_unfilled(const SvgShape *shape)
{
    return !shape->fill || g_str_equal(shape->fill, "none");
}

static gboolean is_neutral(const char *css)
{
    static const char *const neutral[] = {"black", "grey", "white", NULL};
    const char *name = css ? svg_palette_nearest(css) : NULL;
    return !name || g_strv_contains(neutral, name);
}

static gboolean is_same_box(SvgBox a, SvgBox b)
{
    double slack = 0.02 * MAX(a.w, a.h);
    return fabs(a.x - b.x) <= slack && fabs(a.y - b.y) <= slack && fabs(a.w - b.w) <= slack &&
           fabs(a.h - b.h) <= slack;
}

/* Some programs draw an outline as two: one filled, one with the border and the words. */
static SvgShape *filled_twin(const FairyPlan *plan, const SvgShape *shape)
{
    guint at = 0;
    if (!is_unfilled(shape) || !g_ptr_array_find(plan->shapes, shape, &at)) {
        return NULL;
    }
    for (guint i = at > TWINS ? at - TWINS : 0; i < at; i++) {
        SvgShape *other = plan->shapes->pdata[i];
        if (other->kind == shape->kind && !other->text && !is_unfilled(other) &&
            is_same_box(other->box, shape->box)) {
            return other;
        }
    }
    return NULL;
}

/* Whether filling it would hide something. */
static gboolean covers_others(const FairyPlan *plan, const SvgShape *shape)
{
    for (guint i = 0; i < plan->shapes->len && plan->shapes->pdata[i] != shape; i++) {
        const SvgShape *other = plan->shapes->pdata[i];
        if (other->kind != SVG_KIND_GROUP && svg_box_contains(shape->box, other->box) &&
            !(is_same_box(other->box, shape->box) && !other->text)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A box drawn in black lines takes a colour inside; what shows its colour by the outline, there. */
static gboolean takes_inside(const FairyPlan *plan, const SvgShape *shape, guint among)
{
    gboolean bare = is_unfilled(shape) || g_strcmp0(svg_palette_nearest(shape->fill), "white") == 0;
    return svg_kind_flags(shape->kind) & SVG_KIND_GEO && bare && is_neutral(shape->stroke) &&
           among <= MAX_FRAMES && !covers_others(plan, shape);
}

/* Its fill is its colour, whatever the outline. */
static gboolean is_filled_alone(const SvgShape *shape)
{
    const char *name = is_unfilled(shape) ? NULL : svg_palette_nearest(shape->fill);
    return svg_kind_flags(shape->kind) & SVG_KIND_GEO && name && !g_str_equal(name, "white") &&
           !shape->pattern &&
           (is_neutral(shape->stroke) || g_str_equal(shape->fill, shape->stroke));
}

static void paint_whole(FairyPlan *plan, SvgShape *shape, const char *color, const char *fill,
                        guint among)
{
    FairyStyle style = {.width = NAN, .opacity = NAN};
    SvgShape *twin = filled_twin(plan, shape);
    if (twin) {
        fairy_plan_color(plan, twin, color, fill);
    } else if (color && !fill && (is_filled_alone(shape) || takes_inside(plan, shape, among))) {
        style.fill = color;
        style.stroke = g_strcmp0(shape->fill, shape->stroke) == 0 ? color : NULL;
        fairy_plan_style(plan, shape, &style);
    } else {
        fairy_plan_color(plan, shape, color, fill);
    }
}

/* Beside an outline of another colour, that of the whole is what is inside. */
static void give_color(FairyPlan *plan, SvgShape *shape, const FairyLook *look, guint among)
{
    const char *outline = look->colors[FAIRY_ON_OUTLINE], *letters = look->colors[FAIRY_ON_LETTERS];
    const char *whole =
        look->colors[FAIRY_ON_WHOLE] ? look->colors[FAIRY_ON_WHOLE] : look->colors[FAIRY_ON_FILL];
    FairyStyle style = {.width = NAN, .opacity = NAN};
    if (outline && whole && !filled_twin(plan, shape)) {
        style.fill = whole;
    } else if (whole || look->fill) {
        paint_whole(plan, shape, whole, look->fill, among);
    }
    style.stroke = outline;
    fairy_plan_style(plan, shape, &style);
    if (letters) {
        style = (FairyStyle){.fill = letters, .width = NAN, .opacity = NAN};
        fairy_plan_style_words(plan, shape, &style);
    }
}

static gboolean can_give(FairyPlan *plan, const GPtrArray *shapes, const FairyLook *look)
{
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        gboolean words = look->on == FAIRY_ON_LETTERS || look->colors[FAIRY_ON_LETTERS] ||
                         look->italic || (look->bold && !is_line(shape));
        if (words && !shape->text && !shape->n_children) {
            g_autofree char *title = fairy_shape_title(shape);
            return fairy_plan_fail(plan, "There are no words on %s.", title);
        }
    }
    return TRUE;
}

/* What isn't a colour. Bold lines are thick ones. */
static void give_style(FairyPlan *plan, SvgShape *shape, const FairyLook *look)
{
    gboolean line = is_line(shape);
    double by = line && look->bold > 0 && isnan(look->width_by) ? 2 : look->width_by;
    FairyStyle style = {.dash = look->dash, .width = look->width, .opacity = look->opacity};
    style.bold = line && look->on != FAIRY_ON_LETTERS ? 0 : look->bold;
    style.italic = look->italic;
    if (!isnan(by) && shape->stroke_width > 0) {
        style.width = shape->stroke_width * by;
    }
    fairy_plan_style(plan, shape, &style);
}

static void add_part(GPtrArray *said, const char *color, const char *part)
{
    if (color) {
        g_ptr_array_add(said, g_strconcat(color, part, NULL));
    }
}

/* "red, thicker and bold"; the caller's. */
static char *describe(const FairyLook *look)
{
    const char *words[] = {look->fill && !has_color(look) ? "unfilled" : NULL,
                           look->dash,
                           look->width_by > 1   ? "thicker"
                           : look->width_by < 1 ? "thinner"
                                                : NULL,
                           look->bold > 0   ? "bold"
                           : look->bold < 0 ? "not bold"
                                            : NULL,
                           look->italic > 0 ? "italic" : NULL,
                           !isnan(look->opacity) ? (look->opacity < 1 ? "transparent" : "opaque")
                                                 : NULL};
    const char *const *colors = (const char *const *)look->colors;
    g_autoptr(GPtrArray) said = g_ptr_array_new_with_free_func(g_free);
    gboolean whole = colors[FAIRY_ON_WHOLE] || colors[FAIRY_ON_FILL];
    add_part(said, colors[FAIRY_ON_WHOLE], "");
    add_part(said, colors[FAIRY_ON_FILL], "");
    add_part(said, colors[FAIRY_ON_OUTLINE], whole ? " outside" : "");
    add_part(said, colors[FAIRY_ON_LETTERS], whole ? " in the words" : "");
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        add_part(said, words[i], "");
    }
    if (!said->len) {
        add_part(said, "as you said", "");
    }
    g_ptr_array_add(said, NULL);
    return g_strjoinv(" and ", (char **)said->pdata);
}

/* What of the shapes it is all about. */
static const char *part_of(const FairyLook *look)
{
    gboolean whole = look->colors[FAIRY_ON_WHOLE] || look->colors[FAIRY_ON_FILL] || look->fill;
    gboolean lines = look->dash || !isnan(look->width) || !isnan(look->width_by);
    gboolean letters = look->colors[FAIRY_ON_LETTERS] || look->on == FAIRY_ON_LETTERS;
    if (whole || !isnan(look->opacity) || (letters && (lines || look->colors[FAIRY_ON_OUTLINE]))) {
        return "";
    }
    gboolean outline = look->colors[FAIRY_ON_OUTLINE] && !look->bold && !look->italic;
    return letters ? "the words on " : outline ? "the outline of " : "";
}

gboolean fairy_look_give(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes, const FairyLook *look)
{
    if (!fairy_select_but(plan, c, shapes) || !fairy_plan_ends(plan, c) ||
        !can_give(plan, shapes, look)) {
        return FALSE;
    }
    FairyLook own = *look;
    if (own.dash && g_str_equal(own.dash, "solid") && !has_color(&own)) {
        own.fill = NULL;
    }
    for (guint i = 0; i < shapes->len; i++) {
        if (has_color(&own) || own.fill) {
            give_color(plan, shapes->pdata[i], &own, shapes->len);
        }
        give_style(plan, shapes->pdata[i], &own);
    }
    g_autofree char *count = fairy_plan_count(shapes);
    g_autofree char *how = describe(&own);
    fairy_plan_say(plan, "Made %s%s %s.", part_of(&own), count, how);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* "the same colour as X": what one would call it by. */
gboolean fairy_words_same_color(FairyPlan *plan, FairyCursor *c, FairyLook *look)
{
    static const char *const same[] = {
        "in the same colour as", "in the same color as", "the same colour as",
        "the same color as",     "same colour as",       "same color as",
        "the colour of",         "the color of",         "in the colour of",
        "in the color of",       "to the colour of",     "to the color of",
        "to the same colour as", "to the same color as", NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, same) < 0) {
        return FALSE;
    }
    const SvgShape *shape = fairy_select_one(plan, &try, FAIRY_SELECT_LOCKED);
    if (!shape) {
        return FALSE;
    }
    const char *shown = is_filled_alone(shape) || is_unfilled(shape) || !is_neutral(shape->fill)
                            ? shape->fill
                            : shape->stroke;
    shown = is_unfilled(shape) ? shape->stroke : shown;
    if (!shown || *shown != '#') {
        g_autofree char *title = fairy_shape_title(shape);
        return fairy_plan_fail(plan, "%s has no colour of its own.", title);
    }
    set_color(look, look->on, g_strdup(shown));
    *c = try;
    return TRUE;
}

/* --- commands --------------------------------------------------------------------------------- */

gboolean fairy_look_fail(FairyPlan *plan)
{
    g_autofree char *names = g_strjoinv(", ", (char **)svg_palette_names());
    return fairy_plan_fail(plan, "Which colour? There is %s, any CSS name, and #rrggbb.", names);
}

gboolean fairy_command_color(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    FairyCursor first = *c;
    gboolean leading =
        fairy_words_look(&first, &look) && g_str_equal(fairy_cursor_word(&first, 0), "the");
    if (leading) {
        *c = first;
    } else {
        fairy_look_clear(&look);
        fairy_look_init(&look);
    }
    look.on = fairy_words_part(c);
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_COLOR);
    if (!shapes) {
        return FALSE;
    }
    if ((!leading && !fairy_words_same_color(plan, c, &look) && !fairy_words_look(c, &look)) ||
        variant < 0) {
        return fairy_look_fail(plan);
    }
    return fairy_look_give(plan, c, shapes, &look);
}

gboolean fairy_command_fill(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    fairy_cursor_accept(c, "in");
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_COLOR | FAIRY_SELECT_NO_WITH);
    if (!shapes) {
        return FALSE;
    }
    if (!fairy_words_look(c, &look) || variant < 0) {
        return fairy_look_fail(plan);
    }
    look.fill = has_color(&look) ? "solid" : "none";
    return fairy_look_give(plan, c, shapes, &look);
}

/* `variant`: 0 lines, 1 letters */
gboolean fairy_command_thicken(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    fairy_words_part(c);
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    if (!shapes) {
        return FALSE;
    }
    look.width_by = variant == 0 ? THICKER : NAN;
    look.bold = variant;
    return fairy_look_give(plan, c, shapes, &look);
}
