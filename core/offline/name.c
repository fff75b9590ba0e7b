/* Shapes by what is written on them, by their names and ids. */
#include "offline/wanted.h"

#include <string.h>

#define RANK(match, seen) (2 * (int)(match) + (seen))

static FairyMatch match_text(const char *text, const char *wanted)
{
    if (!text || !*text) {
        return FAIRY_MATCH_NONE;
    }
    g_autofree char *have = fairy_fold(text, -1);
    if (g_str_equal(have, wanted)) {
        return FAIRY_MATCH_EXACT;
    }
    FairyMatch level = FAIRY_MATCH_NONE;
    for (const char *at = strstr(have, wanted); at && level < FAIRY_MATCH_WORD;
         at = strstr(at + 1, wanted)) {
        gboolean starts = at == have || !g_unichar_isalnum(g_utf8_get_char(g_utf8_prev_char(at)));
        level = MAX(level, starts               ? FAIRY_MATCH_WORD
                           : strlen(wanted) > 1 ? FAIRY_MATCH_PART
                                                : FAIRY_MATCH_NONE);
    }
    return level;
}

gboolean fairy_shape_is_called(const SvgShape *shape, const char *name)
{
    return match_text(shape->text, name) >= FAIRY_MATCH_WORD ||
           match_text(shape->name, name) >= FAIRY_MATCH_WORD;
}

/* How well, and by what: of two that fit as well, a label outdoes a name that isn't seen. */
static int rank_shape(const SvgShape *shape, const char *wanted)
{
    FairyMatch text = match_text(shape->text, wanted);
    if (g_ascii_strcasecmp(shape->id, wanted) == 0) {
        return RANK(FAIRY_MATCH_EXACT, TRUE);
    }
    int named = RANK(match_text(shape->name, wanted), FALSE);
    return MAX(RANK(text, TRUE), named);
}

/* The shapes that fit `name` best; NULL when none fits at least as well as `least`. */
static GPtrArray *find_named(const FairyPlan *plan, const char *name, FairyMatch least)
{
    g_autofree char *wanted = fairy_fold(name, -1);
    if (!*wanted) {
        return NULL;
    }
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    int best = RANK(least, FALSE);
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        int level = rank_shape(shape, wanted);
        if (level > best) {
            g_ptr_array_set_size(found, 0);
            best = level;
        }
        if (level == best) {
            g_ptr_array_add(found, shape);
        }
    }
    return found->len ? g_steal_pointer(&found) : NULL;
}

gboolean fairy_name_take(FairyPlan *plan, FairyWanted *w, const char *name, FairyMatch least)
{
    GPtrArray *named = find_named(plan, name, least);
    if (!named) {
        return FALSE;
    }
    g_clear_pointer(&w->named, g_ptr_array_unref);
    g_free(w->name);
    w->named = named;
    w->name = g_strdup(name);
    w->read = TRUE;
    return TRUE;
}

/* "ports" where labels say "Port #1", "Port #2": all of them. */
static gboolean take_plural_name(FairyPlan *plan, FairyWanted *w, const char *name)
{
    gsize len = strlen(name);
    g_autofree char *one = g_strdup(name);
    if (len < 4 || g_ascii_tolower(name[len - 1]) != 's') {
        return FALSE;
    }
    one[len - 1] = '\0';
    if (!fairy_name_take(plan, w, one, FAIRY_MATCH_WORD)) {
        return FALSE;
    }
    w->plural = TRUE;
    return TRUE;
}

/* Not only those that fit best. */
static gboolean take_all(const FairyPlan *plan, FairyWanted *w, const char *name)
{
    g_autofree char *wanted = fairy_fold(name, -1);
    g_ptr_array_set_size(w->named, 0);
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (match_text(shape->text, wanted) != FAIRY_MATCH_NONE) {
            g_ptr_array_add(w->named, shape);
        }
    }
    return w->named->len > 0;
}

gboolean fairy_name_fail(FairyPlan *plan, const char *name)
{
    g_autoptr(GPtrArray) labelled = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (shape->text && *shape->text) {
            g_ptr_array_add(labelled, shape);
        }
    }
    if (!labelled->len) {
        return fairy_plan_fail(plan, "Nothing here is called \"%s\"; no shape has a label.", name);
    }
    g_autofree char *titles = fairy_plan_titles(labelled);
    return fairy_plan_fail(plan, "Nothing here is called \"%s\". There is: %s.", name, titles);
}

/* How many unquoted words from here may belong to a name. */
guint fairy_name_words(const FairyCursor *c)
{
    guint n = 0;
    for (const FairyToken *token; n < 8 && (token = fairy_cursor_peek(c, n)); n++) {
        gboolean word = token->type == FAIRY_TOKEN_WORD && !fairy_words_is_stop(token->text);
        if (!word && token->type != FAIRY_TOKEN_NUMBER) {
            break;
        }
    }
    return n;
}

/* A name without quotes: the longest run of words that fits something, exactly before roughly. */
static gboolean read_bare_name(FairyPlan *plan, FairyCursor *c, FairyWanted *w)
{
    guint most = fairy_name_words(c);
    for (int level = FAIRY_MATCH_EXACT; level > FAIRY_MATCH_NONE; level--) {
        for (guint n = most; n > 0; n--) {
            g_autofree char *name = fairy_cursor_raw(c, c->pos + n);
            gboolean plural = level == FAIRY_MATCH_WORD && take_plural_name(plan, w, name);
            if (plural || fairy_name_take(plan, w, name, (FairyMatch)level)) {
                c->pos += n;
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* A quoted name, an id, or a bare name; fails when nothing fits. */
gboolean fairy_name_read(FairyPlan *plan, FairyCursor *c, FairyWanted *w)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (!token) {
        return FALSE;
    }
    if (token->type == FAIRY_TOKEN_NAME || token->type == FAIRY_TOKEN_ID) {
        SvgShape *by_id = g_hash_table_lookup(plan->ids, token->text);
        if (by_id && token->type == FAIRY_TOKEN_ID && !g_ptr_array_find(plan->gone, by_id, NULL)) {
            g_clear_pointer(&w->named, g_ptr_array_unref);
            w->named = g_ptr_array_new();
            g_ptr_array_add(w->named, by_id);
            w->read = TRUE;
        } else if (token->type == FAIRY_TOKEN_ID ||
                   !fairy_name_take(plan, w, token->text, FAIRY_MATCH_PART)) {
            return fairy_name_fail(plan, token->text);
        }
        c->pos++;
        return TRUE;
    }
    if (read_bare_name(plan, c, w)) {
        return TRUE;
    }
    guint n = MIN(fairy_name_words(c), 3);
    if (!n) {
        return FALSE;
    }
    g_autofree char *name = fairy_cursor_raw(c, c->pos + n);
    return fairy_name_fail(plan, name);
}

gboolean fairy_name_read_having(FairyPlan *plan, FairyCursor *c, FairyWanted *w, gboolean *failed)
{
    static const char *const having[] = {"with",      "that have", "that has", "which have",
                                         "which has", "having",    NULL};
    static const char *const within[] = {"in its name",     "in their name", "in their names",
                                         "in the name",     "in its label",  "in their label",
                                         "in their labels", "in the label",  "in its text",
                                         "in their text",   "in the text",   "in its title",
                                         "in the title",    "in it",         "in them",
                                         "on it",           "on them",       NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, having) < 0) {
        return FALSE;
    }
    fairy_cursor_accept_any(&try, (const char *const[]){"the word", "the words", "the text", NULL});
    guint end = try.pos;
    while (end < try.end && !(end > try.pos && try.tokens[end].type == FAIRY_TOKEN_WORD &&
                              fairy_words_is_stop(try.tokens[end].text))) {
        end++;
    }
    FairyCursor after = {try.source, try.tokens, end, try.end};
    if (end == try.pos || fairy_cursor_accept_any(&after, within) < 0) {
        return FALSE;
    }
    g_autofree char *name = fairy_cursor_raw(&try, end);
    *failed = !fairy_name_take(plan, w, name, FAIRY_MATCH_PART) || !take_all(plan, w, name);
    if (*failed) {
        return fairy_name_fail(plan, name);
    }
    *c = after;
    return TRUE;
}
