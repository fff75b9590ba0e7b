/* Sizes as people say them, and the commands that change them: resize, rotate, flip. */
#include "offline/offline.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *phrase;
    double sx, sy; /* for a factor f: 1 = stays, 2 = times f, 0.5 = divided by f */
} growth[] = {
    {"bigger", 2, 2},    {"larger", 2, 2},     {"smaller", 0.5, 0.5}, {"wider", 2, 1},
    {"broader", 2, 1},   {"narrower", 0.5, 1}, {"taller", 1, 2},      {"higher", 1, 2},
    {"shorter", 1, 0.5}, {"thinner", 0.5, 1},
};

static double grown(double how, double factor, gboolean percent, double by)
{
    if (how > 1) {
        return percent ? 1 + by / 100 : factor;
    }
    if (how < 1) {
        return percent ? 1 - by / 100 : 1 / factor;
    }
    return 1;
}

/* "twice as", "3 times", "half as", "2x": the factor before or instead of "bigger". */
static gboolean read_times(FairyCursor *c, double *factor)
{
    static const struct {
        const char *phrase;
        double factor;
    } times[] = {
        {"twice as", 2},   {"twice the", 2},  {"twice", 2},      {"three times", 3},
        {"half as", 0.5},  {"half the", 0.5}, {"half its", 0.5}, {"half their", 0.5},
        {"double the", 2}, {"double", 2},     {"half", 0.5},     {"triple", 3},
        {"much", 1.5},     {"a lot", 1.5},    {"slightly", 1.1}, {"a bit", 1.1},
        {"a little", 1.1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(times); i++) {
        if (fairy_cursor_accept(c, times[i].phrase)) {
            *factor = times[i].factor;
            fairy_cursor_accept(c, "as");
            return TRUE;
        }
    }
    const FairyToken *token = fairy_cursor_peek(c, 0);
    FairyCursor try = *c;
    double number = 0;
    if (token && fairy_cursor_number(&try, &number) && number > 0 &&
        (token->suffix == 'x' || fairy_cursor_accept(&try, "times"))) {
        *factor = number;
        fairy_cursor_accept_any(&try, (const char *const[]){"as", "the", NULL});
        *c = try;
        return TRUE;
    }
    return FALSE;
}

/* "20% bigger", "bigger by 50%", "twice as large", "wider". */
static gboolean read_growth(FairyCursor *c, FairySize *size)
{
    static const char *const plain[] = {
        "big",      "large",   "size",     "the size", "as big",        "as large", "their size",
        "its size", "in size", "as small", "small",    "original size", NULL};
    FairyCursor try = *c;
    double factor = 1.25, by = 0;
    const FairyToken *token = fairy_cursor_peek(&try, 0);
    gboolean percent = token && token->suffix == '%' && fairy_cursor_number(&try, &by);
    gboolean timed = !percent && read_times(&try, &factor);
    for (gsize i = 0; i < G_N_ELEMENTS(growth); i++) {
        if (!fairy_cursor_accept(&try, growth[i].phrase)) {
            continue;
        }
        FairyCursor after = try;
        fairy_cursor_accept(&after, "by");
        token = fairy_cursor_peek(&after, 0);
        if (!percent && !timed && token && token->suffix && fairy_cursor_number(&after, &by)) {
            percent = token->suffix == '%';
            factor = percent ? factor : by;
            try = after;
        }
        size->sx = grown(growth[i].sx, factor, percent, by);
        size->sy = grown(growth[i].sy, factor, percent, by);
        *c = try;
        return size->sx > 0 && size->sy > 0;
    }
    gboolean x =
        timed && fairy_cursor_accept_any(&try, (const char *const[]){"wide", "width", NULL}) >= 0;
    gboolean y =
        timed && !x &&
        fairy_cursor_accept_any(&try, (const char *const[]){"tall", "high", "height", NULL}) >= 0;
    if (timed && !x && !y) {
        fairy_cursor_accept_any(&try, plain);
    }
    if (timed) {
        size->sx = y ? 1 : factor;
        size->sy = x ? 1 : factor;
        *c = try;
    }
    return timed;
}

/* "to 120 x 60", "120 wide", "to 50%", "by 2", "a width of 120". */
static gboolean read_measures(FairyCursor *c, FairySize *size)
{
    FairyCursor try = *c;
    gboolean by = fairy_cursor_accept(&try, "by");
    fairy_cursor_accept_any(&try, (const char *const[]){"up to", "down to", "to a size of", "to",
                                                        "a size of", "up by", NULL});
    FairyCursor named = try;
    int which = fairy_cursor_accept_any(
        &named, (const char *const[]){"a width of", "width", "a height of", "height", NULL});
    double value = 0, other = 0;
    if (which >= 0 && fairy_cursor_number(&named, &value) && value > 0) {
        *(which < 2 ? &size->w : &size->h) = value;
        *c = named;
        return TRUE;
    }
    if (fairy_cursor_pair(&try, &size->w, &size->h)) {
        *c = try;
        return size->w > 0 && size->h > 0;
    }
    const FairyToken *token = fairy_cursor_peek(&try, 0);
    if (!token || !fairy_cursor_number(&try, &value) || value <= 0) {
        return FALSE;
    }
    int unit = fairy_cursor_accept_any(
        &try, (const char *const[]){"wide", "tall", "high", "percent", "times", NULL});
    size->w = size->h = NAN;
    if (unit == 0) {
        size->w = value;
        FairyCursor more = try;
        fairy_cursor_accept(&more, "and");
        if (fairy_cursor_number(&more, &other) && other > 0 &&
            fairy_cursor_accept_any(&more, (const char *const[]){"tall", "high", NULL}) >= 0) {
            size->h = other;
            try = more;
        }
    } else if (unit == 1 || unit == 2) {
        size->h = value;
    } else if (token->suffix == '%' || unit == 3) {
        size->sx = size->sy = value / 100;
    } else if (by || token->suffix == 'x' || unit == 4) {
        size->sx = size->sy = value;
    } else {
        return FALSE;
    }
    fairy_cursor_accept_any(
        &try, (const char *const[]){"of its size", "of their size", "of the size", NULL});
    *c = try;
    return TRUE;
}

/* "the same size", "the same width as Login" */
static gboolean read_match(FairyPlan *plan, FairyCursor *c, FairySize *size)
{
    static const char *const same[] = {"all the same", "the same", "same",     "equal in",
                                       "equally",      "as",       "of equal", NULL};
    static const char *const kinds[] = {"size", "width", "height", "wide", "tall",
                                        "high", "big",   "large",  NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, same) < 0) {
        return FALSE;
    }
    int kind = fairy_cursor_accept_any(&try, kinds);
    if (kind < 0) {
        return FALSE;
    }
    size->match = TRUE;
    size->match_w = kind != 2 && kind != 4 && kind != 5;
    size->match_h = kind != 1 && kind != 3;
    if (fairy_cursor_accept(&try, "as")) {
        SvgShape *like = fairy_select_one(plan, &try, FAIRY_SELECT_LOCKED);
        if (!like) {
            return FALSE;
        }
        size->w = size->match_w ? like->box.w : NAN;
        size->h = size->match_h ? like->box.h : NAN;
    }
    *c = try;
    return TRUE;
}

gboolean fairy_words_size(FairyPlan *plan, FairyCursor *c, FairySize *size)
{
    *size = (FairySize){.sx = 1, .sy = 1, .w = NAN, .h = NAN};
    return read_growth(c, size) || read_measures(c, size) || read_match(plan, c, size);
}

static double factor_to(double wanted, double now)
{
    return isnan(wanted) || now <= 0 ? 1 : wanted / now;
}

/* Each shape about its own middle, so that a layout stays; a given size keeps the top left corner.
 */
static void resize_each(FairyPlan *plan, const GPtrArray *shapes, const FairySize *size)
{
    gboolean factors = isnan(size->w) && isnan(size->h);
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        double sx = factors ? size->sx : factor_to(size->w, shape->box.w);
        double sy = factors ? size->sy : factor_to(size->h, shape->box.h);
        if (fabs(sx - 1) < 1e-9 && fabs(sy - 1) < 1e-9) {
            continue;
        }
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        g_ptr_array_add(one, shape);
        SvgPoint corner = {shape->box.x, shape->box.y};
        fairy_plan_resize(plan, one, sx, sy,
                          factors || size->match ? svg_box_center(shape->box) : corner);
    }
}

gboolean fairy_size_give(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes, FairySize *size)
{
    if (!fairy_select_but(plan, c, shapes) || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    if (size->match && isnan(size->w) && isnan(size->h)) {
        for (guint i = 0; i < shapes->len; i++) {
            SvgBox b = ((const SvgShape *)shapes->pdata[i])->box;
            size->w = size->match_w ? fmax(size->w, b.w) : NAN;
            size->h = size->match_h ? fmax(size->h, b.h) : NAN;
        }
    }
    g_autofree char *count = fairy_plan_count(shapes);
    /* words that were large enough may not be for a smaller shape */
    plan->meant = size->sx < 1 || size->sy < 1 ? 1 << SVG_WORSE_STICKS_OUT : 0;
    gboolean by_factor = isnan(size->w) && isnan(size->h);
    if (plan->whole && by_factor) {
        fairy_plan_scale_whole(plan, size->sx, size->sy);
    } else {
        resize_each(plan, shapes, size);
    }
    fairy_plan_say(plan, "Resized %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* `variant`: 0 resize, 1 enlarge, 2 shrink, 3 double, 4 halve */
gboolean fairy_command_resize(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const double factors[] = {1, 1.25, 0.8, 2, 0.5};
    fairy_cursor_accept_any(c, (const char *const[]){"up", "down", "the size of", NULL});
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    if (!shapes) {
        return FALSE;
    }
    FairySize size;
    FairyCursor try = *c;
    fairy_cursor_accept_any(&try, (const char *const[]){"in size", "to be", "up", "down", NULL});
    gboolean by = g_str_equal(fairy_cursor_word(&try, 0), "by");
    const FairyToken *amount = fairy_cursor_peek(&try, by ? 1 : 0);
    gboolean percent = amount && amount->suffix == '%' && by;
    if (!fairy_words_size(plan, &try, &size)) {
        if (plan->problem || variant == 0) {
            return fairy_plan_fail(plan,
                                   "To which size? Say \"to 120x60\", \"to 50%%\", or \"by 2\".");
        }
        size = (FairySize){.sx = factors[variant], .sy = factors[variant], .w = NAN, .h = NAN};
        try = *c;
    } else if (percent && variant > 0) {
        double by_percent = amount->value / 100;
        size.sx = size.sy = variant == 2 ? 1 - by_percent : 1 + by_percent;
    }
    if (size.sx <= 0 || size.sy <= 0) {
        return fairy_plan_fail(plan, "A shape can't shrink by 100%% or more.");
    }
    *c = try;
    return fairy_size_give(plan, c, shapes, &size);
}

gboolean fairy_command_rotate(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const back[] = {"counterclockwise",
                                       "anticlockwise",
                                       "counter-clockwise",
                                       "anti-clockwise",
                                       "counter clockwise",
                                       "anti clockwise",
                                       "to the left",
                                       "left",
                                       NULL};
    static const char *const forth[] = {"clockwise", "to the right", "right", NULL};
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    double degrees = 90;
    if (!shapes) {
        return FALSE;
    }
    gboolean counter = fairy_cursor_accept_any(c, back) >= 0;
    fairy_cursor_accept_any(c, forth);
    fairy_cursor_accept(c, "by");
    if (fairy_cursor_accept(c, "upside down") || fairy_cursor_accept(c, "around") ||
        fairy_cursor_accept(c, "half a turn")) {
        degrees = 180;
    } else if (!fairy_cursor_accept(c, "a quarter turn")) {
        fairy_cursor_number(c, &degrees);
    }
    fairy_cursor_accept_any(c, (const char *const[]){"degrees", "degree", "deg", NULL});
    counter = fairy_cursor_accept_any(c, back) >= 0 || counter;
    fairy_cursor_accept_any(c, forth);
    if (!fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    if (fmod(degrees, 360) == 0) {
        return fairy_plan_fail(plan, "Turning by %g degrees changes nothing.", degrees);
    }
    for (guint i = 0; i < shapes->len; i++) {
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        SvgShape *shape = shapes->pdata[i];
        g_ptr_array_add(one, shape);
        fairy_plan_rotate(plan, one, counter ? -degrees : degrees, svg_box_center(shape->box));
    }
    g_autofree char *count = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Rotated %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

gboolean fairy_command_flip(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    if (!shapes) {
        return FALSE;
    }
    SvgDirection direction = SVG_DIRECTION_HORIZONTAL;
    fairy_words_direction(c, &direction);
    if (!fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    gboolean across = direction == SVG_DIRECTION_HORIZONTAL;
    if (plan->whole) {
        fairy_plan_scale_whole(plan, across ? -1 : 1, across ? 1 : -1);
    }
    for (guint i = 0; i < shapes->len && !plan->whole; i++) {
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        SvgShape *shape = shapes->pdata[i];
        g_ptr_array_add(one, shape);
        fairy_plan_resize(plan, one, across ? -1 : 1, across ? 1 : -1, svg_box_center(shape->box));
    }
    g_autofree char *count = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Flipped %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}
