/* Commands about words: label, rename, change the text, number, replace, write. */
#include "offline/each.h"
#include "offline/offline.h"

#include <string.h>

/* Where an unquoted text ends: at "and"/"," when another "A to B" follows, else with the clause. */
static guint text_end(const FairyCursor *c)
{
    for (guint i = c->pos + 1; i < c->end; i++) {
        const FairyToken *token = &c->tokens[i];
        gboolean joint = token->type == FAIRY_TOKEN_COMMA ||
                         (token->type == FAIRY_TOKEN_WORD && g_str_equal(token->text, "and"));
        for (guint k = i + 1; joint && k < c->end && k < i + 8; k++) {
            if (c->tokens[k].type == FAIRY_TOKEN_WORD &&
                (g_str_equal(c->tokens[k].text, "to") || g_str_equal(c->tokens[k].text, "as"))) {
                return i;
            }
        }
    }
    return c->end;
}

/* The new text; NULL with a problem when there is none. */
static char *read_text(FairyPlan *plan, FairyCursor *c)
{
    static const char *const before[] = {"to say",        "to read",        "as",       "to",
                                         "with the text", "with the label", "with",     "into",
                                         "say",           "saying",         "the text", NULL};
    fairy_cursor_accept_any(c, before);
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (!token) {
        fairy_plan_fail(plan, "With which text? Put it in quotes: label Login \"Sign in\".");
        return NULL;
    }
    guint end = token->quoted ? c->pos + 1 : text_end(c), last = end;
    while (!token->quoted && last > c->pos + 1 &&
           (c->tokens[last - 1].type == FAIRY_TOKEN_COMMA ||
            g_str_equal(c->tokens[last - 1].text, "please"))) {
        last--;
    }
    char *text = fairy_cursor_raw(c, last);
    c->pos = end;
    return text;
}

static gboolean do_label(FairyPlan *plan, FairyCursor *c, const GPtrArray *shapes, const char *text)
{
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *count = fairy_plan_count(shapes);
    for (guint i = 0; i < shapes->len; i++) {
        fairy_plan_label(plan, shapes->pdata[i], text);
    }
    fairy_plan_say(plan, "Wrote \"%s\" on %s.", text, count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

static char *end_title(const FairyPlan *plan, const char *id)
{
    const SvgShape *shape = id ? g_hash_table_lookup(plan->ids, id) : NULL;
    if (!shape) {
        return NULL;
    }
    const char *title = shape->text && *shape->text ? shape->text
                        : shape->name               ? shape->name
                                                    : shape->id;
    return g_strdelimit(g_strdup(title), "\n\r\t", ' ');
}

void fairy_label_arrows(FairyPlan *plan, const GPtrArray *arrows)
{
    plan->meant = FAIRY_MEANT_THERE; /* beside them, however short they are */
    for (guint i = 0; i < arrows->len; i++) {
        SvgShape *arrow = arrows->pdata[i];
        g_autofree char *from = end_title(plan, arrow->from_id);
        g_autofree char *to = end_title(plan, arrow->to_id);
        g_autofree char *text =
            from && to ? g_strdup_printf("%s → %s", from, to) : g_strdup_printf("%u", i + 1);
        fairy_plan_label(plan, arrow, text);
    }
}

static gboolean all_arrows(const GPtrArray *shapes)
{
    for (guint i = 0; i < shapes->len; i++) {
        if (((const SvgShape *)shapes->pdata[i])->kind != SVG_KIND_ARROW) {
            return FALSE;
        }
    }
    return shapes->len > 0;
}

/* In "call the circle End", "End" is the text even where a shape is called that. */
static GPtrArray *select_to_label(FairyPlan *plan, FairyCursor *c)
{
    FairyCursor try = *c;
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, &try, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_NO_WITH);
    if (shapes && fairy_cursor_at_end(&try) && !all_arrows(shapes)) {
        FairyCursor bare = *c;
        GPtrArray *other = fairy_select(
            plan, &bare, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_NO_WITH | FAIRY_SELECT_NO_NAME);
        if (other && !fairy_cursor_at_end(&bare)) {
            *c = bare;
            return other;
        }
        g_clear_pointer(&other, g_ptr_array_unref);
        g_clear_pointer(&plan->problem, g_free);
    }
    *c = try;
    return g_steal_pointer(&shapes);
}

/* "label X "Y"", "rename X to Y", "call X Y", "label the arrows [with their ends]" */
gboolean fairy_command_label(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const ends[] = {"with its ends",
                                       "with their ends",
                                       "with the names of their ends",
                                       "with the names of its ends",
                                       "with what they connect",
                                       "with what it connects",
                                       "with the shapes they connect",
                                       "by their ends",
                                       "by its ends",
                                       "with from and to",
                                       NULL};
    static const char *const numbers[] = {"with numbers", "with their numbers", "in order", "1 2 3",
                                          NULL};
    g_autoptr(GPtrArray) shapes = select_to_label(plan, c);
    if (!shapes) {
        return FALSE;
    }
    gboolean arrows = all_arrows(shapes);
    if (arrows && (fairy_cursor_accept_any(c, ends) >= 0 || fairy_cursor_at_end(c))) {
        g_autofree char *count = fairy_plan_count(shapes);
        fairy_label_arrows(plan, shapes);
        fairy_plan_say(plan, "Labelled %s with what %s.", count,
                       shapes->len == 1 ? "it connects" : "they connect");
        fairy_plan_remember(plan, shapes);
        return TRUE;
    }
    if (fairy_cursor_accept_any(c, numbers) >= 0) {
        if (!fairy_plan_ends(plan, c)) {
            return FALSE;
        }
        g_autoptr(GPtrArray) order = fairy_shapes_reading_order(shapes);
        for (guint i = 0; i < order->len; i++) {
            g_autofree char *text = g_strdup_printf("%u", i + 1);
            fairy_plan_label(plan, order->pdata[i], text);
        }
        fairy_plan_say(plan, "Labelled %u shapes with numbers.", order->len);
        fairy_plan_remember(plan, shapes);
        return TRUE;
    }
    g_autofree char *text = read_text(plan, c);
    return text && variant >= 0 && do_label(plan, c, shapes, text);
}

/* --- change ----------------------------------------------------------------------------------- */

/* "the colour of", "the text in" …; the command that takes over with the shape next. */
static FairyCommandFunc read_property(FairyCursor *c)
{
    static const struct {
        const char *name;
        FairyCommandFunc command;
    } properties[] = {
        {"text", fairy_command_label},       {"label", fairy_command_label},
        {"labels", fairy_command_label},     {"name", fairy_command_label},
        {"title", fairy_command_label},      {"caption", fairy_command_label},
        {"color", fairy_command_color},      {"colour", fairy_command_color},
        {"colors", fairy_command_color},     {"colours", fairy_command_color},
        {"outline", fairy_command_color},    {"stroke", fairy_command_color},
        {"fill", fairy_command_fill},        {"background", fairy_command_fill},
        {"size", fairy_command_resize},      {"fill color", fairy_command_fill},
        {"fill colour", fairy_command_fill}, {"position", fairy_command_move},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(properties); i++) {
        if (fairy_cursor_accept(c, properties[i].name)) {
            return properties[i].command;
        }
    }
    return NULL;
}

/* "the colour of X to red" */
static FairyCommandFunc read_property_of(FairyCursor *c)
{
    FairyCursor try = *c;
    fairy_cursor_accept_any(&try, (const char *const[]){"the", "all", NULL});
    FairyCommandFunc command = read_property(&try);
    if (command &&
        fairy_cursor_accept_any(&try, (const char *const[]){"of", "on", "in", "for", NULL}) >= 0) {
        *c = try;
        return command;
    }
    return NULL;
}

/* "X's colour to red": runs the command on the selection just read. */
static gboolean change_owned(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    FairyCommandFunc command = read_property(c);
    if (!command) {
        return fairy_plan_fail(plan, "Change what? Its text, colour, fill, size or position.");
    }
    fairy_plan_remember(plan, shapes);
    return command(plan, c, 0);
}

/* "change the text of X to Y", "change X's colour to red", "change X to red", "set X to "Y"" */
gboolean fairy_command_change(FairyPlan *plan, FairyCursor *c, int variant)
{
    FairyCommandFunc command = read_property_of(c);
    if (command) {
        return command(plan, c, 0);
    }
    FairyCursor start = *c;
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_COLOR);
    if (!shapes) {
        return FALSE;
    }
    if (fairy_cursor_accept(c, "'s")) {
        return change_owned(plan, c, shapes);
    }
    FairyCursor from = *c;
    if (fairy_cursor_accept(&from,
                            "from")) { /* "from red to blue": the selection says which already */
        g_autofree char *old = fairy_words_color(&from);
        *c = old ? from : *c;
    }
    FairyCursor value = *c;
    gboolean to = fairy_cursor_accept_any(&value, (const char *const[]){"to", "into", NULL}) >= 0;
    g_autofree char *color = fairy_words_color(&value);
    gboolean kind = to && (g_str_equal(fairy_cursor_word(&value, 0), "a") ||
                           g_str_equal(fairy_cursor_word(&value, 0), "an"));
    const FairyToken *token = fairy_cursor_peek(&value, 0);
    gboolean number = token && token->type == FAIRY_TOKEN_NUMBER;
    if (color || kind || number) {
        *c = start;
        return fairy_command_make(plan, c, variant < 0 ? variant : 0);
    }
    if (!to) {
        return fairy_plan_fail(
            plan, "Change it to what? Say \"change the text of X to Y\" or \"change X to red\".");
    }
    g_autofree char *text = read_text(plan, c);
    return text && do_label(plan, c, shapes, text);
}

/* --- number, replace, write ------------------------------------------------------------------- */

/* What follows "12. " or "12) " at the start of a label. */
static const char *without_number(const char *text)
{
    const char *p = text;
    while (g_ascii_isdigit(*p)) {
        p++;
    }
    if (p == text || (*p != '.' && *p != ')') || (p[1] != ' ' && p[1])) {
        return text;
    }
    return p[1] ? p + 2 : p + 1;
}

/* "The boxes", and not their names. */
static gboolean says_noun(const FairyCursor *c, guint to)
{
    for (FairyCursor at = *c; at.pos < to; at.pos++) {
        if (fairy_noun_find(fairy_cursor_word(&at, 0), NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_command_number(FairyPlan *plan, FairyCursor *c, int variant)
{
    const FairyCursor said = *c;
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_NO_WITH);
    if (!shapes) {
        return FALSE;
    }
    if (says_noun(&said, c->pos)) {
        fairy_shapes_drop_frames(plan, shapes);
    }
    double first = 1;
    SvgDirection direction = SVG_DIRECTION_VERTICAL;
    gboolean along = FALSE;
    fairy_cursor_accept_any(c, (const char *const[]){"in reading order", "in order", NULL});
    along = fairy_words_direction(c, &direction);
    if (fairy_cursor_accept_any(c, (const char *const[]){"starting from", "starting at",
                                                         "starting with", "from", NULL}) >= 0 &&
        !fairy_cursor_number(c, &first)) {
        return fairy_plan_fail(plan, "Starting from which number?");
    }
    along = fairy_words_direction(c, &direction) || along;
    if (!fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    g_autoptr(GPtrArray) order =
        along ? fairy_shapes_sorted(shapes, direction) : fairy_shapes_reading_order(shapes);
    for (guint i = 0; i < order->len; i++) {
        SvgShape *shape = order->pdata[i];
        const char *old = shape->text ? without_number(shape->text) : "";
        g_autofree char *text = g_strdup_printf(*old ? "%.0f. %s" : "%.0f%s", first + i, old);
        fairy_plan_label(plan, shape, text);
    }
    g_autofree char *count = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Numbered %s.", count);
    fairy_plan_remember(plan, order);
    return TRUE;
}

/* replace "foo" with "bar" [in X] */
gboolean fairy_command_replace(FairyPlan *plan, FairyCursor *c, int variant)
{
    fairy_cursor_accept_any(c, (const char *const[]){"the text", "the word", "all", NULL});
    const FairyToken *old = fairy_cursor_peek(c, 0), *new = fairy_cursor_peek(c, 2);
    const char *with = fairy_cursor_word(c, 1);
    gboolean shaped = old && new && (g_str_equal(with, "with") || g_str_equal(with, "by")) &&
                      old->type != FAIRY_TOKEN_COMMA;
    if (!shaped || !*old->text) {
        return fairy_plan_fail(plan, "Say: replace \"old words\" with \"new words\".");
    }
    FairyCursor old_words = {c->source, c->tokens, c->pos, c->pos + 1},
                new_words = {c->source, c->tokens, c->pos + 2, c->pos + 3};
    g_autofree char *from = fairy_cursor_raw(&old_words, old_words.end);
    g_autofree char *to = fairy_cursor_raw(&new_words, new_words.end);
    c->pos += 3;
    g_autoptr(GPtrArray) shapes = NULL;
    static const char *const everywhere[] = {"everywhere",
                                             "in all labels",
                                             "in every label",
                                             "in all texts",
                                             "in the drawing",
                                             "in this drawing",
                                             "in the diagram",
                                             "in everything",
                                             "in all boxes",
                                             "throughout",
                                             NULL};
    gboolean all = fairy_cursor_accept_any(c, everywhere) >= 0;
    if (!all && fairy_cursor_accept_any(c, (const char *const[]){"in", "on", NULL}) >= 0) {
        shapes = fairy_select(plan, c, 0);
        if (!shapes) {
            return FALSE;
        }
    }
    if (!fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    const GPtrArray *among = shapes ? shapes : plan->shapes;
    guint n = 0;
    for (guint i = 0; i < among->len; i++) {
        SvgShape *shape = among->pdata[i];
        if (!shape->locked && shape->text && strstr(shape->text, from) &&
            fairy_plan_has(plan, shape)) {
            g_auto(GStrv) parts = g_strsplit(shape->text, from, -1);
            g_autofree char *text = g_strjoinv(to, parts);
            fairy_plan_label(plan, shape, text);
            n++;
        }
    }
    if (!n) {
        plan->elsewhere = plan->elsewhere || plan->within;
        return fairy_plan_fail(plan, "No label here contains \"%s\".", from);
    }
    fairy_plan_say(plan, "Replaced \"%s\" in %u label%s.", from, n, n == 1 ? "" : "s");
    return TRUE;
}

/* write "Y" on X; write "Y" below X makes a text */
gboolean fairy_command_write(FairyPlan *plan, FairyCursor *c, int variant)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    FairyCursor try = *c;
    if (!token || !token->quoted) {
        return fairy_plan_fail(plan, "Put the words in quotes: write \"Hello\" on Login.");
    }
    try.pos++;
    static const char *const on[] = {"on the page", "on", "in", "inside", "into", "onto", NULL};
    int where = fairy_cursor_accept_any(&try, on);
    if (where <= 0) {
        return fairy_command_add(plan, c, 1);
    }
    g_autoptr(GPtrArray) shapes = fairy_select(plan, &try, FAIRY_SELECT_OPTIONAL);
    *c = try;
    return shapes && variant >= 0 && do_label(plan, c, shapes, token->text);
}
