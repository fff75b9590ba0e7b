/* The words commands begin with, those that mean nothing, and misspelt ones. */
#include "offline/each.h"

#include <string.h>

/* Longer phrases stand before the shorter ones they begin with. */
static const FairyVerb verbs[] = {
    {"what can you do", fairy_command_help, 0, 0},
    {"what do you know", fairy_command_help, 0, 0},
    {"how do i", fairy_command_help, 0, 0},
    {"help", fairy_command_help, 0, 0},
    {"how many", fairy_command_count, 0, 0},
    {"what is in", fairy_command_count, 1, 0},
    {"what 's in", fairy_command_count, 1, 0},
    {"list", fairy_command_count, 1, FAIRY_VERB_NOUN},
    {"count", fairy_command_count, 0, FAIRY_VERB_NOUN},
    {"what does", fairy_command_links, 0, 0},
    {"what is connected to", fairy_command_links, 1, 0},
    {"what 's connected to", fairy_command_links, 1, 0},
    {"what points to", fairy_command_links, 1, 0},
    {"what points at", fairy_command_links, 1, 0},
    {"what leads to", fairy_command_links, 1, 0},
    {"what connects to", fairy_command_links, 1, 0},
    {"what goes to", fairy_command_links, 1, 0},
    {"which shapes are connected to", fairy_command_links, 1, 0},
    {"which shapes connect to", fairy_command_links, 1, 0},
    {"which boxes are connected to", fairy_command_links, 1, 0},
    {"which boxes connect to", fairy_command_links, 1, 0},
    {"which ones are connected to", fairy_command_links, 1, 0},
    {"which nodes are connected to", fairy_command_links, 1, 0},
    {"what are the neighbours of", fairy_command_links, 1, 0},
    {"what are the neighbors of", fairy_command_links, 1, 0},
    {"who is connected to", fairy_command_links, 1, 0},
    {"what is linked to", fairy_command_links, 1, 0},
    {"what is attached to", fairy_command_links, 1, 0},
    {"where does", fairy_command_links, 0, 0},
    {"where do", fairy_command_links, 0, 0},
    {"what do you see", fairy_command_count, 2, 0},
    {"what can you see", fairy_command_count, 2, 0},
    {"what is here", fairy_command_count, 2, 0},
    {"what 's here", fairy_command_count, 2, 0},
    {"what is this", fairy_command_count, 2, 0},
    {"what 's this", fairy_command_count, 2, 0},
    {"what is there", fairy_command_count, 2, 0},
    {"tell me what you see", fairy_command_count, 2, 0},
    {"tell me what is in", fairy_command_count, 1, 0},
    {"tell me what 's in", fairy_command_count, 1, 0},
    {"show me what is in", fairy_command_count, 1, 0},
    {"describe", fairy_command_count, 1, 0},
    {"summarise", fairy_command_count, 1, 0},
    {"summarize", fairy_command_count, 1, 0},
    {"undo", fairy_command_undo, 0, 0},
    {"redo", fairy_command_undo, 0, 0},
    {"revert", fairy_command_undo, 0, 0},
    {"take back", fairy_command_undo, 0, 0},
    {"put the label", fairy_command_write, 0, 0},
    {"put a label", fairy_command_write, 0, 0},
    {"put the text", fairy_command_write, 0, 0},
    {"put the words", fairy_command_write, 0, 0},
    {"put the word", fairy_command_write, 0, 0},
    {"add a callout to", fairy_command_callout, 0, 0},
    {"add a callout for", fairy_command_callout, 0, 0},
    {"add a callout on", fairy_command_callout, 0, 0},
    {"add a callout at", fairy_command_callout, 0, 0},
    {"add a callout beside", fairy_command_callout, 0, 0},
    {"put a callout to", fairy_command_callout, 0, 0},
    {"put a callout on", fairy_command_callout, 0, 0},
    {"put a callout beside", fairy_command_callout, 0, 0},
    {"annotate", fairy_command_callout, 0, 0},
    {"add the label", fairy_command_write, 0, 0},
    {"add the words", fairy_command_write, 0, 0},
    {"add the word", fairy_command_write, 0, 0},
    {"group", fairy_command_group, 0, FAIRY_VERB_NOUN},
    {"combine", fairy_command_group, 0, 0},
    {"ungroup", fairy_command_group, 1, 0},
    {"attach", fairy_command_add, 2, 0},
    {"stick", fairy_command_add, 2, FAIRY_VERB_NOUN},
    {"append", fairy_command_add, 2, 0},
    {"drop", fairy_command_delete, 0, FAIRY_VERB_NOUN},
    {"take out", fairy_command_delete, 0, 0},
    {"kill", fairy_command_delete, 0, 0},
    {"scrap", fairy_command_delete, 0, 0},
    {"separate", fairy_command_distribute, 0, 0},
    {"restyle", fairy_command_make, 0, 0},
    {"give", fairy_command_give, 0, 0},
    {"render", fairy_command_make, 0, 0},
    {"thicken", fairy_command_thicken, 0, 0},
    {"embolden", fairy_command_thicken, 1, 0},
    {"move", fairy_command_move, 0, 0},
    {"shift", fairy_command_move, 0, 0},
    {"nudge", fairy_command_move, 0, 0},
    {"push", fairy_command_move, 0, 0},
    {"drag", fairy_command_move, 0, 0},
    {"slide", fairy_command_move, 0, 0},
    {"put", fairy_command_insert, 1, 0},
    {"place", fairy_command_insert, 1, FAIRY_VERB_NOUN},
    {"position", fairy_command_move, 0, FAIRY_VERB_NOUN},
    {"bring", fairy_command_move, 0, 0},
    {"send", fairy_command_move, 0, 0},
    {"left align", fairy_command_align, SVG_ALIGN_LEFT, 0},
    {"right align", fairy_command_align, SVG_ALIGN_RIGHT, 0},
    {"top align", fairy_command_align, SVG_ALIGN_TOP, 0},
    {"bottom align", fairy_command_align, SVG_ALIGN_BOTTOM, 0},
    {"left-align", fairy_command_align, SVG_ALIGN_LEFT, 0},
    {"right-align", fairy_command_align, SVG_ALIGN_RIGHT, 0},
    {"top-align", fairy_command_align, SVG_ALIGN_TOP, 0},
    {"bottom-align", fairy_command_align, SVG_ALIGN_BOTTOM, 0},
    {"center align", fairy_command_align, SVG_ALIGN_CENTER_HORIZONTAL, 0},
    {"align", fairy_command_align, -1, 0},
    {"line up", fairy_command_align, -1, 0},
    {"line", fairy_command_align, -1, FAIRY_VERB_NOUN},
    {"straighten", fairy_command_align, -1, 0},
    {"center", fairy_command_center, 0, FAIRY_VERB_NOUN},
    {"distribute", fairy_command_distribute, 0, 0},
    {"space out", fairy_command_distribute, 0, 0},
    {"spread out", fairy_command_distribute, 0, 0},
    {"spread", fairy_command_distribute, 0, 0},
    {"evenly space", fairy_command_distribute, 0, 0},
    {"space", fairy_command_distribute, 0, FAIRY_VERB_NOUN},
    {"stack", fairy_command_arrange, 0, FAIRY_VERB_NOUN},
    {"arrange", fairy_command_layout, 1, 0},
    {"lay out", fairy_command_layout, 1, 0},
    {"lay", fairy_command_layout, 1, 0},
    {"organise", fairy_command_layout, 1, 0},
    {"organize", fairy_command_layout, 1, 0},
    {"rearrange", fairy_command_layout, 1, 0},
    {"layout", fairy_command_layout, 1, FAIRY_VERB_NOUN},
    {"tidy up", fairy_command_tidy, 0, 0},
    {"tidy", fairy_command_tidy, 0, 0},
    {"clean up", fairy_command_tidy, 0, 0},
    {"swap", fairy_command_swap, 0, 0},
    {"switch", fairy_command_swap, 0, 0},
    {"exchange", fairy_command_swap, 0, 0},
    {"delete", fairy_command_delete, 0, 0},
    {"remove", fairy_command_delete, 0, 0},
    {"erase", fairy_command_delete, 0, 0},
    {"get rid of", fairy_command_delete, 0, 0},
    {"throw away", fairy_command_delete, 0, 0},
    {"clear", fairy_command_delete, 0, FAIRY_VERB_NOUN},
    {"make", fairy_command_recolor, 3, 0},
    {"turn", fairy_command_recolor, 4, FAIRY_VERB_NOUN},
    {"recolor", fairy_command_recolor, 0, 0},
    {"colour", fairy_command_color, 0, FAIRY_VERB_NOUN},
    {"color", fairy_command_color, 0, FAIRY_VERB_NOUN},
    {"recolour", fairy_command_recolor, 0, 0},
    {"paint", fairy_command_color, 0, FAIRY_VERB_NOUN},
    {"dye", fairy_command_color, 0, 0},
    {"tint", fairy_command_color, 0, FAIRY_VERB_NOUN},
    {"fill", fairy_command_fill, 0, FAIRY_VERB_NOUN},
    {"resize", fairy_command_resize, 0, 0},
    {"scale", fairy_command_resize, 0, FAIRY_VERB_NOUN},
    {"enlarge", fairy_command_resize, 1, 0},
    {"grow", fairy_command_resize, 1, 0},
    {"shrink", fairy_command_resize, 2, 0},
    {"reduce", fairy_command_resize, 2, 0},
    {"double the size of", fairy_command_resize, 3, 0},
    {"double", fairy_command_resize, 3, FAIRY_VERB_NOUN},
    {"halve the size of", fairy_command_resize, 4, 0},
    {"halve", fairy_command_resize, 4, 0},
    {"rotate", fairy_command_rotate, 0, 0},
    {"tilt", fairy_command_rotate, 0, 0},
    {"spin", fairy_command_rotate, 0, 0},
    {"flip", fairy_command_flip, 0, 0},
    {"mirror", fairy_command_flip, 0, 0},
    {"label", fairy_command_label, 0, FAIRY_VERB_NOUN},
    {"rename", fairy_command_label, 0, 0},
    {"relabel", fairy_command_label, 0, 0},
    {"retitle", fairy_command_label, 0, 0},
    {"call", fairy_command_label, 0, FAIRY_VERB_NOUN},
    {"name", fairy_command_label, 0, FAIRY_VERB_NOUN},
    {"caption", fairy_command_label, 0, FAIRY_VERB_NOUN},
    {"change", fairy_command_recolor, 1, 0},
    {"set", fairy_command_change, 0, FAIRY_VERB_NOUN},
    {"edit", fairy_command_change, 0, 0},
    {"number", fairy_command_number, 0, FAIRY_VERB_NOUN},
    {"replace", fairy_command_recolor, 2, 0},
    {"write", fairy_command_write, 0, 0},
    {"add", fairy_command_add, 0, 0},
    {"create", fairy_command_add, 0, 0},
    {"draw", fairy_command_add, 3, 0},
    {"insert", fairy_command_add, 4, 0},
    {"reconnect", fairy_command_reconnect, 0, 0},
    {"rewire", fairy_command_reconnect, 0, 0},
    {"reattach", fairy_command_reconnect, 0, 0},
    {"redirect", fairy_command_reconnect, 0, 0},
    {"point", fairy_command_reconnect, 1, FAIRY_VERB_NOUN},
    {"connect", fairy_command_connect, 0, 0},
    {"link", fairy_command_connect, 0, FAIRY_VERB_NOUN},
    {"join", fairy_command_connect, 0, 0},
    {"wire", fairy_command_connect, 0, FAIRY_VERB_NOUN},
    {"disconnect", fairy_command_disconnect, 0, 0},
    {"unlink", fairy_command_disconnect, 0, 0},
    {"reverse", fairy_command_reverse, 0, 0},
};

/* "get the red boxes removed", "Login should be moved left". */
static const struct {
    const char *said, *verb;
} participles[] = {
    {"removed", "remove"},
    {"deleted", "delete"},
    {"erased", "erase"},
    {"gone", "delete"},
    {"moved", "move"},
    {"shifted", "shift"},
    {"placed", "place"},
    {"put", "put"},
    {"aligned", "align"},
    {"lined up", "line up"},
    {"centered", "center"},
    {"swapped", "swap"},
    {"distributed", "distribute"},
    {"spaced", "space"},
    {"spread", "spread"},
    {"stacked", "stack"},
    {"arranged", "arrange"},
    {"coloured", "color"},
    {"colored", "color"},
    {"painted", "paint"},
    {"recoloured", "color"},
    {"recolored", "color"},
    {"filled", "fill"},
    {"turned", "turn"},
    {"resized", "resize"},
    {"scaled", "scale"},
    {"enlarged", "enlarge"},
    {"shrunk", "shrink"},
    {"doubled", "double"},
    {"rotated", "rotate"},
    {"flipped", "flip"},
    {"mirrored", "mirror"},
    {"labelled", "label"},
    {"labeled", "label"},
    {"renamed", "rename"},
    {"called", "call"},
    {"named", "name"},
    {"numbered", "number"},
    {"connected", "connect"},
    {"linked", "link"},
    {"joined", "join"},
    {"disconnected", "disconnect"},
    {"reversed", "reverse"},
    {"grouped", "group"},
    {"ungrouped", "ungroup"},
    {"made", "make"},
};

const FairyVerb *fairy_verb_find(FairyCursor *c)
{
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (fairy_cursor_accept(c, verbs[i].phrase)) {
            return &verbs[i];
        }
    }
    return NULL;
}

const FairyVerb *fairy_verb_find_done(FairyCursor *c)
{
    for (gsize i = 0; i < G_N_ELEMENTS(participles); i++) {
        if (!fairy_cursor_accept(c, participles[i].said)) {
            continue;
        }
        for (gsize k = 0; k < G_N_ELEMENTS(verbs); k++) {
            if (g_str_equal(verbs[k].phrase, participles[i].verb)) {
                return &verbs[k];
            }
        }
    }
    return NULL;
}

/* --- spelling --------------------------------------------------------------------------------- */

/* British spellings of words that stand in many phrases. */
static const struct {
    const char *said, *word;
} spellings[] = {
    {"centre", "center"},
    {"centred", "centered"},
    {"centres", "centers"},
    {"labelling", "label"},
};

/* The words of a list of phrases, each on its own. */
static void add_words(GHashTable *words, const char *phrase)
{
    g_auto(GStrv) parts = g_strsplit(phrase, " ", -1);
    for (char **part = parts; *part; part++) {
        g_hash_table_add(words, g_strdup(*part));
    }
}

static gpointer read_vocabulary(gpointer unused)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    (void)unused;
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        add_words(words, verbs[i].phrase);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(participles); i++) {
        add_words(words, participles[i].said);
    }
    const char *const *const lists[] = {fairy_lead_fillers, fairy_tail_fillers};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        for (guint k = 0; lists[i][k]; k++) {
            add_words(words, lists[i][k]);
        }
    }
    fairy_words_add_all(words);
    fairy_each_add_words(words);
    return words;
}

/* The same for everybody, so it is read once. */
static GHashTable *vocabulary(void)
{
    static GOnce once = G_ONCE_INIT;
    return g_once(&once, read_vocabulary, NULL);
}

/* Whether `a` becomes `b` by two letters that change places, one too many or too few, or, in long
 * words, another one. Both are of one byte per letter and have the same first one. */
static gboolean is_slip(const char *a, const char *b)
{
    gsize n = strlen(a), m = strlen(b), i = 0, k = 0;
    if (a[0] != b[0] || n < 5 || m < 4) {
        return FALSE;
    }
    while (a[i] && a[i] == b[i]) {
        i++;
    }
    while (k < n - i && k < m - i && a[n - 1 - k] == b[m - 1 - k]) {
        k++;
    }
    gsize left = n - i - k, right = m - i - k;
    if (left + right == 1 && MAX(n, m) == i + 1) {
        return FALSE; /* another form of the word: "places" */
    }
    gboolean exchanged = left == 2 && right == 2 && a[i] == b[i + 1] && a[i + 1] == b[i];
    return exchanged || (left == 1 && right == 0) || (left == 0 && right == 1) ||
           (left == 1 && right == 1 && n >= 7);
}

/* The one word that is meant; NULL when there is none, or several. */
static const char *meant_by(GHashTable *words, const char *word)
{
    const char *found = NULL;
    GHashTableIter iter;
    gpointer key = NULL;
    g_hash_table_iter_init(&iter, words);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        if (is_slip(word, key)) {
            if (found) {
                return NULL;
            }
            found = key;
        }
    }
    return found;
}

static void replace_word(FairyToken *token, const char *word)
{
    char *copy = g_strdup(word);
    g_free(token->text);
    token->text = copy;
}

void fairy_respell(const FairyPlan *plan, GArray *tokens)
{
    GHashTable *words = vocabulary();
    g_autoptr(GHashTable) own = fairy_plan_words(plan);
    for (guint i = 0; i < tokens->len; i++) {
        FairyToken *token = &g_array_index(tokens, FairyToken, i);
        if (token->type != FAIRY_TOKEN_WORD) {
            continue;
        }
        for (gsize k = 0; k < G_N_ELEMENTS(spellings); k++) {
            if (g_str_equal(token->text, spellings[k].said)) {
                replace_word(token, spellings[k].word);
            }
        }
        gboolean known = g_hash_table_contains(words, token->text) ||
                         g_hash_table_contains(own, token->text) ||
                         fairy_noun_find(token->text, NULL) || fairy_words_is_css(token->text);
        const char *meant = known ? NULL : meant_by(words, token->text);
        if (meant) {
            replace_word(token, meant);
        }
    }
}
