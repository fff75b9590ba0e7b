/* Which rules match an element. Rules are found by the id, class or type their last compound asks
 * for; the rest of the selector is then walked from right to left. */
#include "style/share.h"
#include "style/style_sharing.h"
#include "values/css_limits.h"
#include "values/css_scan.h"

#include <string.h>

/* --- what is remembered of the tree ----------------------------------------------------------- */

/* A compound of a selector, among the children of one parent. */
typedef struct {
    const SvgNode *parent;
    guint compound;
} SvgCssLeader;

static guint leader_hash(gconstpointer key)
{
    const SvgCssLeader *leader = key;
    return g_direct_hash(leader->parent) * 31 + leader->compound;
}

static gboolean leader_equal(gconstpointer one, gconstpointer other)
{
    const SvgCssLeader *a = one, *b = other;
    return a->parent == b->parent && a->compound == b->compound;
}

static void free_bucket(gpointer bucket)
{
    g_array_unref(bucket);
}

static void clear_counting(gpointer counting)
{
    g_hash_table_unref(((SvgCssCounting *)counting)->positions);
}

SvgSheets *svg_sheets_new(void)
{
    SvgSheets *sheets = g_new0(SvgSheets, 1);
    sheets->strings = g_string_chunk_new(4096);
    sheets->tests = g_array_new(FALSE, FALSE, sizeof(SvgCssTest));
    sheets->compounds = g_array_new(FALSE, FALSE, sizeof(SvgCssCompound));
    sheets->rules = g_array_new(FALSE, FALSE, sizeof(SvgCssRule));
    sheets->declarations = g_array_new(FALSE, FALSE, sizeof(SvgCssDeclaration));
    sheets->by_id = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_bucket);
    sheets->by_class = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_bucket);
    sheets->by_type = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_bucket);
    sheets->others = g_array_new(FALSE, FALSE, sizeof(guint));
    sheets->shares = svg_shares_new();
    sheets->selectors = g_array_new(FALSE, FALSE, sizeof(SvgCssSelector));
    sheets->countings = g_array_new(FALSE, FALSE, sizeof(SvgCssCounting));
    g_array_set_clear_func(sheets->countings, clear_counting);
    for (guint how = 0; how < SVG_CSS_COUNTINGS; how++) {
        SvgCssCounting counting = {.how = how, .positions = g_hash_table_new(NULL, NULL)};
        g_array_append_val(sheets->countings, counting);
    }
    sheets->leaders = g_hash_table_new_full(leader_hash, leader_equal, g_free, NULL);
    return sheets;
}

SvgSheets *svg_sheets_new_lenient(void)
{
    SvgSheets *sheets = svg_sheets_new();
    sheets->lenient = TRUE;
    return sheets;
}

void svg_sheets_free(SvgSheets *sheets)
{
    if (!sheets) {
        return;
    }
    g_string_chunk_free(sheets->strings);
    g_array_unref(sheets->tests);
    g_array_unref(sheets->compounds);
    g_array_unref(sheets->rules);
    g_array_unref(sheets->declarations);
    g_hash_table_unref(sheets->by_id);
    g_hash_table_unref(sheets->by_class);
    g_hash_table_unref(sheets->by_type);
    g_array_unref(sheets->others);
    svg_shares_free(sheets->shares);
    g_clear_pointer(&sheets->spare, g_array_unref);
    g_array_unref(sheets->selectors);
    g_array_unref(sheets->countings);
    g_hash_table_unref(sheets->leaders);
    svg_style_sharing_free(sheets->sharing);
    g_free(sheets);
}

static void forget(GHashTable *table)
{
    if (g_hash_table_size(table) > 0) {
        g_hash_table_remove_all(table);
    }
}

void svg_sheets_forget_tree(SvgSheets *sheets)
{
    for (guint i = 0; i < sheets->countings->len; i++) {
        forget(g_array_index(sheets->countings, SvgCssCounting, i).positions);
    }
    forget(sheets->leaders);
    sheets->steps = 0;
    svg_style_sharing_forget_tree(sheets->sharing);
}

static SvgNode *element_from(SvgNode *node, gboolean back)
{
    while (node && !node->name) {
        node = back ? node->prev : node->next;
    }
    return node;
}

static gboolean any_matches(SvgSheets *sheets, SvgCssList list, const SvgNode *node);

/* Numbers all siblings at once: asked one by one they would cost the square of their number. */
static void number_children(SvgSheets *sheets, const SvgCssCounting *counting,
                            const SvgNode *parent)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
    gboolean back = (counting->how & SVG_CSS_FROM_LAST) != 0;
    for (SvgNode *at = element_from(back ? parent->last : parent->first, back); at;
         at = element_from(back ? at->prev : at->next, back)) {
        gpointer type = counting->how & SVG_CSS_OF_TYPE ? (gpointer)at->name : NULL;
        int count = GPOINTER_TO_INT(g_hash_table_lookup(counts, type)) + 1;
        gboolean counts_too = !counting->of.n || any_matches(sheets, counting->of, at);
        if (counts_too) {
            g_hash_table_insert(counts, type, GINT_TO_POINTER(count));
        }
        g_hash_table_insert(counting->positions, at, GINT_TO_POINTER(counts_too ? count : 0));
    }
}

/* 0: it isn't counted. */
static int position_of(SvgSheets *sheets, const SvgNode *node, guint number)
{
    const SvgCssCounting counting = g_array_index(sheets->countings, SvgCssCounting, number);
    if (!node->parent) {
        return !counting.of.n || any_matches(sheets, counting.of, node);
    }
    if (!g_hash_table_contains(counting.positions, node)) {
        number_children(sheets, &counting, node->parent);
    }
    return GPOINTER_TO_INT(g_hash_table_lookup(counting.positions, node));
}

/* --- tests ------------------------------------------------------------------------------------ */

static gboolean same(const char *a, const char *b, gsize len, gboolean any_case)
{
    return any_case ? g_ascii_strncasecmp(a, b, len) == 0 : strncmp(a, b, len) == 0;
}

static gboolean has_word(const char *text, const char *word, gboolean any_case)
{
    gsize len = strlen(word);
    while (len > 0 && *text) {
        const char *start = text;
        while (*text && !svg_css_is_space(*text)) {
            text++;
        }
        if ((gsize)(text - start) == len && same(start, word, len, any_case)) {
            return TRUE;
        }
        text += *text != '\0';
    }
    return FALSE;
}

static gboolean has_part(const char *text, const char *part, gboolean any_case)
{
    if (!any_case) {
        return strstr(text, part) != NULL;
    }
    g_autofree char *low_text = g_ascii_strdown(text, -1), *low_part = g_ascii_strdown(part, -1);
    return strstr(low_text, low_part) != NULL;
}

static gboolean attr_matches(const SvgCssTest *test, const char *text)
{
    if (!text || test->kind == SVG_CSS_ATTR_SET) {
        return text != NULL;
    }
    gsize text_len = strlen(text), len = strlen(test->value);
    gboolean starts = text_len >= len && same(text, test->value, len, test->any_case);
    switch (test->kind) {
    case SVG_CSS_ATTR_EQUAL:
        return starts && text_len == len;
    case SVG_CSS_ATTR_WORD:
        return has_word(text, test->value, test->any_case);
    case SVG_CSS_ATTR_DASH:
        return starts && (text[len] == '\0' || text[len] == '-');
    case SVG_CSS_ATTR_PREFIX:
        return len > 0 && starts;
    case SVG_CSS_ATTR_SUFFIX:
        return len > 0 && text_len >= len &&
               same(text + text_len - len, test->value, len, test->any_case);
    default:
        return len > 0 && has_part(text, test->value, test->any_case);
    }
}

static gboolean nth_matches(const SvgCssTest *test, int position)
{
    int from = position - test->b;
    return position == 0  ? FALSE
           : test->a == 0 ? from == 0
                          : from % test->a == 0 && from / test->a >= 0;
}

/* The nearest xml:lang or lang; NULL if there is none. */
static const char *language_of(const SvgNode *node)
{
    const char *language = NULL;
    for (; node && !language; node = node->parent) {
        language = svg_node_attr(node, "xml:lang");
        language = language ? language : svg_node_attr(node, "lang");
    }
    return language;
}

/* "en" is also for "en-GB" (Selectors 3 §6.6.3). */
static gboolean language_matches(const char *list, const SvgNode *node)
{
    const char *language = language_of(node);
    gboolean matches = FALSE;
    for (gsize len = 0; language && *list && !matches; list += len + 1) {
        len = strcspn(list, ",");
        matches = len > 0 && g_ascii_strncasecmp(language, list, len) == 0 &&
                  (language[len] == '\0' || language[len] == '-');
    }
    return matches;
}

/* Comments and processing instructions are no content; white space is one, for all programs that
 * draw. */
static gboolean is_empty(const SvgNode *node)
{
    SvgSlice rest = node->tail;
    while (!node->first && rest.len >= 4 && rest.at[0] == '<' &&
           (rest.at[1] == '?' || rest.at[2] == '-')) {
        const char *close = rest.at[1] == '?' ? "?>" : "-->";
        const char *end = g_strstr_len(rest.at + 2, (gssize)rest.len - 2, close);
        gsize len = end ? (gsize)(end - rest.at) + strlen(close) : rest.len;
        rest = (SvgSlice){rest.at + len, rest.len - len};
    }
    return !node->first && !rest.len;
}

static gboolean has_matches(SvgSheets *sheets, SvgCssList list, const SvgNode *node);

static gboolean string_matches(const char *text, const char *wanted)
{
    return text && g_str_equal(text, wanted);
}

static gboolean test_matches(SvgSheets *sheets, const SvgCssTest *test, const SvgNode *node)
{
    switch (test->kind) {
    case SVG_CSS_TYPE:
        return g_str_equal(svg_css_type(sheets, node), test->name);
    case SVG_CSS_ID:
        return string_matches(svg_node_value(node, SVG_ATTR_ID), test->name);
    case SVG_CSS_CLASS: {
        const char *classes = svg_node_value(node, SVG_ATTR_CLASS);
        return classes && has_word(classes, test->name, FALSE);
    }
    case SVG_CSS_ROOT:
        return node->parent == NULL;
    case SVG_CSS_NTH:
        return nth_matches(test, position_of(sheets, node, test->counting));
    case SVG_CSS_EMPTY:
        return is_empty(node);
    case SVG_CSS_LINK:
        return svg_node_tag(node) == SVG_TAG_A && svg_node_href(node);
    case SVG_CSS_LANG:
        return language_matches(test->value, node);
    case SVG_CSS_NEVER:
        return FALSE;
    case SVG_CSS_ANY:
        return any_matches(sheets, test->list, node);
    case SVG_CSS_NOT:
        return !any_matches(sheets, test->list, node);
    case SVG_CSS_HAS:
        return has_matches(sheets, test->list, node);
    default:
        return attr_matches(test, svg_node_attr(node, test->name));
    }
}

static gboolean compound_matches(SvgSheets *sheets, guint number, const SvgNode *node)
{
    const SvgCssCompound *compound = &g_array_index(sheets->compounds, SvgCssCompound, number);
    if (sheets->only_svg && strchr(node->name->str, ':')) {
        return FALSE;
    }
    for (guint i = 0; i < compound->n_tests; i++) {
        const SvgCssTest *test = &g_array_index(sheets->tests, SvgCssTest, compound->tests + i);
        if (!test_matches(sheets, test, node)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- selectors -------------------------------------------------------------------------------- */

/* NOWHERE: no ancestor is left that could match, so that trying from another one is no use. It
 * keeps "a b c d" linear in the depth of the tree. */
typedef enum { MATCH, NOT_HERE, NOWHERE } Outcome;

static Outcome walk_left(SvgSheets *sheets, guint first, guint compound, const SvgNode *node);

static Outcome match_at(SvgSheets *sheets, guint first, guint compound, const SvgNode *node)
{
    if (!compound_matches(sheets, compound, node)) {
        return NOT_HERE;
    }
    return compound == first ? MATCH : walk_left(sheets, first, compound, node);
}

static Outcome match_ancestor(SvgSheets *sheets, guint first, guint compound, const SvgNode *node)
{
    for (node = node->parent; node; node = node->parent) {
        Outcome outcome = match_at(sheets, first, compound, node);
        if (outcome != NOT_HERE) {
            return outcome;
        }
    }
    return NOWHERE;
}

/* The first child of `parent` at which the selector up to `compound` matches, found once. */
static const SvgNode *leader_of(SvgSheets *sheets, guint first, guint compound,
                                const SvgNode *parent)
{
    SvgCssLeader key = {parent, compound};
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(sheets->leaders, &key, NULL, &known)) {
        return known;
    }
    SvgNode *at = svg_node_first_element(parent);
    while (at && match_at(sheets, first, compound, at) != MATCH) {
        at = svg_node_next_element(at);
    }
    g_hash_table_insert(sheets->leaders, g_memdup2(&key, sizeof key), at);
    return at;
}

static Outcome match_before(SvgSheets *sheets, guint first, guint compound, const SvgNode *node)
{
    if (!node->parent) {
        return NOT_HERE;
    }
    const SvgNode *leader = leader_of(sheets, first, compound, node->parent);
    gboolean before = leader && position_of(sheets, leader, 0) < position_of(sheets, node, 0);
    return before ? MATCH : NOT_HERE;
}

static Outcome match_one(SvgSheets *sheets, guint first, guint compound, const SvgNode *node)
{
    return node ? match_at(sheets, first, compound, node) : NOT_HERE;
}

/* What stands left of `compound`, which matched `node`. Depth: SVG_CSS_MAX_COMPOUNDS. */
static Outcome walk_left(SvgSheets *sheets, guint first, guint compound, const SvgNode *node)
{
    switch (g_array_index(sheets->compounds, SvgCssCompound, compound).combinator) {
    case '>':
        return match_one(sheets, first, compound - 1, node->parent);
    case '+':
        return match_one(sheets, first, compound - 1, element_from(node->prev, TRUE));
    case '~':
        return match_before(sheets, first, compound - 1, node);
    default:
        return match_ancestor(sheets, first, compound - 1, node);
    }
}

static gboolean selector_matches(SvgSheets *sheets, SvgCssSelector selector, const SvgNode *node)
{
    guint last = selector.compounds + selector.n_compounds - 1;
    return match_at(sheets, selector.compounds, last, node) == MATCH;
}

static gboolean any_matches(SvgSheets *sheets, SvgCssList list, const SvgNode *node)
{
    for (guint i = list.first; i < list.first + list.n; i++) {
        if (selector_matches(sheets, g_array_index(sheets->selectors, SvgCssSelector, i), node)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- :has() ----------------------------------------------------------------------------------- */

/* What stands to `from` as the combinator says: the first, or the next after `at`; NULL at the end.
 */
static const SvgNode *related(char combinator, const SvgNode *from, const SvgNode *at)
{
    SvgNode *next = NULL;
    switch (combinator) {
    case '>':
        return at ? svg_node_next_element(at) : svg_node_first_element(from);
    case '+':
        return at ? NULL : svg_node_next_element(from);
    case '~':
        return svg_node_next_element(at ? at : from);
    default:
        next = (SvgNode *)(at ? at : from);
        do {
            next = svg_node_walk((SvgNode *)from, next, FALSE);
        } while (next && !next->name);
        return next;
    }
}

/* Whether the compounds from `at` to `end` lead on from `from`. Depth: SVG_CSS_MAX_COMPOUNDS. */
static gboolean leads_on(SvgSheets *sheets, guint at, guint end, const SvgNode *from)
{
    if (at == end) {
        return TRUE;
    }
    char combinator = g_array_index(sheets->compounds, SvgCssCompound, at).combinator;
    const SvgNode *node = NULL;
    while (sheets->steps < SVG_CSS_MAX_STEPS && (node = related(combinator, from, node))) {
        sheets->steps++;
        if (compound_matches(sheets, at, node) && leads_on(sheets, at + 1, end, node)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_matches(SvgSheets *sheets, SvgCssList list, const SvgNode *node)
{
    for (guint i = list.first; i < list.first + list.n; i++) {
        SvgCssSelector wanted = g_array_index(sheets->selectors, SvgCssSelector, i);
        if (leads_on(sheets, wanted.compounds, wanted.compounds + wanted.n_compounds, node)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- index ------------------------------------------------------------------------------------ */

static int compare_rules(gconstpointer one, gconstpointer other)
{
    const SvgCssRule *a = one, *b = other;
    return a->specificity != b->specificity ? (a->specificity < b->specificity ? -1 : 1)
           : a->order != b->order           ? (a->order < b->order ? -1 : 1)
                                            : 0;
}

static GArray *bucket_of(GHashTable *table, const char *key)
{
    GArray *bucket = g_hash_table_lookup(table, key);
    if (!bucket) {
        bucket = g_array_new(FALSE, FALSE, sizeof(guint));
        g_hash_table_insert(table, (gpointer)key, bucket);
    }
    return bucket;
}

/* An id is the rarest thing to ask for, then a class, then a type. */
static GArray *bucket_for(SvgSheets *sheets, const SvgCssRule *rule)
{
    guint last = rule->selector.compounds + rule->selector.n_compounds - 1;
    const SvgCssCompound *compound = &g_array_index(sheets->compounds, SvgCssCompound, last);
    const char *names[SVG_CSS_CLASS + 1] = {NULL};
    for (guint i = 0; i < compound->n_tests; i++) {
        const SvgCssTest *test = &g_array_index(sheets->tests, SvgCssTest, compound->tests + i);
        if (test->kind <= SVG_CSS_CLASS) {
            names[test->kind] = test->name;
        }
    }
    return names[SVG_CSS_ID]      ? bucket_of(sheets->by_id, names[SVG_CSS_ID])
           : names[SVG_CSS_CLASS] ? bucket_of(sheets->by_class, names[SVG_CSS_CLASS])
           : names[SVG_CSS_TYPE]  ? bucket_of(sheets->by_type, names[SVG_CSS_TYPE])
                                  : sheets->others;
}

void svg_sheets_index(SvgSheets *sheets)
{
    g_array_sort(sheets->rules, compare_rules);
    for (guint i = 0; i < sheets->rules->len; i++) {
        const SvgCssRule *rule = &g_array_index(sheets->rules, SvgCssRule, i);
        g_array_append_val(bucket_for(sheets, rule), i);
    }
    sheets->sharing = svg_style_sharing_new(sheets);
}

/* --- lookup ----------------------------------------------------------------------------------- */

typedef struct {
    SvgSheets *sheets;
    const SvgNode *node;
    gboolean custom;
    GArray *out;
} Search;

static void search_bucket(Search *search, const GArray *bucket)
{
    guint len = bucket ? bucket->len : 0;
    for (guint i = len - MIN(len, SVG_CSS_MAX_TRIED); i < len; i++) {
        guint number = g_array_index(bucket, guint, i);
        const SvgCssRule *rule = &g_array_index(search->sheets->rules, SvgCssRule, number);
        if ((!search->custom || rule->custom) &&
            selector_matches(search->sheets, rule->selector, search->node)) {
            g_array_append_val(search->out, number);
        }
    }
}

static void search_classes(Search *search, const char *classes)
{
    for (guint i = 0; *classes && i < SVG_CSS_MAX_CLASSES; i++) {
        classes += strspn(classes, " \t\n\r\f");
        gsize len = strcspn(classes, " \t\n\r\f");
        char small[64];
        g_autofree char *big = len < sizeof small ? NULL : g_strndup(classes, len);
        if (!big) {
            memcpy(small, classes, len);
            small[len] = '\0';
        }
        search_bucket(search, g_hash_table_lookup(search->sheets->by_class, big ? big : small));
        classes += len;
    }
}

static int compare_numbers(gconstpointer one, gconstpointer other)
{
    guint a = *(const guint *)one, b = *(const guint *)other;
    return a < b ? -1 : a > b;
}

void svg_sheets_match(SvgSheets *sheets, const SvgNode *node, gboolean custom, GArray *out)
{
    Search search = {sheets, node, custom, out};
    if (sheets->rules->len == 0) {
        return;
    }
    const char *id = g_hash_table_size(sheets->by_id) ? svg_node_value(node, SVG_ATTR_ID) : NULL;
    const char *classes =
        g_hash_table_size(sheets->by_class) ? svg_node_value(node, SVG_ATTR_CLASS) : NULL;
    if (id) {
        search_bucket(&search, g_hash_table_lookup(sheets->by_id, id));
    }
    if (classes) {
        search_classes(&search, classes);
    }
    if (g_hash_table_size(sheets->by_type)) {
        search_bucket(&search, g_hash_table_lookup(sheets->by_type, svg_css_type(sheets, node)));
    }
    search_bucket(&search, sheets->others);
    if (out->len > 1) {
        g_array_sort(out, compare_numbers);
    }
}

GArray *svg_sheets_matching(SvgSheets *sheets, const SvgNode *node)
{
    GArray *rules = g_steal_pointer(&sheets->spare);
    rules = rules ? g_array_set_size(rules, 0) : g_array_new(FALSE, FALSE, sizeof(guint));
    if (sheets->rules->len == 0 || !svg_css_may_match(sheets, node)) {
        return rules;
    }
    gboolean known;
    GArray *kept = svg_style_sharing_rules(sheets->sharing, node, &known);
    if (!known) {
        svg_sheets_match(sheets, node, FALSE, kept ? kept : rules);
    }
    return kept ? g_array_append_vals(rules, kept->data, kept->len) : rules;
}

void svg_sheets_matched(SvgSheets *sheets, GArray *rules)
{
    g_clear_pointer(&sheets->spare, g_array_unref);
    sheets->spare = rules;
}
