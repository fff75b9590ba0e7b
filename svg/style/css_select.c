/* Reads selectors: Selectors 3, and of Selectors 4 :is(), :where(), :not(), :has() and "of" with
 * lists of whole selectors. */
#include "style/css.h"
#include "values/css_limits.h"
#include "values/css_scan.h"

#include <string.h>

/* Specificity (§9) in one number. */
enum { SPECIFICITY_ID = 1 << 20, SPECIFICITY_CLASS = 1 << 10, SPECIFICITY_TYPE = 1 };
enum { SPECIFICITY_FIELD = (1 << 10) - 1 };

/* What read_combinator() gives where nothing may stand. */
#define BROKEN '!'

typedef struct {
    SvgSheets *sheets;
    const char *at, *end;
    GString *word; /* scratch */
    guint ids, classes, types;
    guint depth;    /* of the lists it is in */
    gboolean vague; /* something that isn't known was left out */
    guint n_tests;
    SvgCssTest tests[SVG_CSS_MAX_TESTS];
} Parser;

/* A pseudo-class that takes a list. */
typedef struct {
    const char *name;
    SvgCssKind kind;
    gboolean weighs;    /* its specificity is that of the list */
    gboolean forgiving; /* what isn't valid is left out of the list */
} ListKind;

static gboolean at_end(const Parser *p)
{
    return p->at >= p->end;
}

static void skip_space(Parser *p)
{
    p->at = svg_css_skip_space(p->at, p->end);
}

static gboolean take(Parser *p, char c)
{
    if (at_end(p) || *p->at != c) {
        return FALSE;
    }
    p->at++;
    return TRUE;
}

static const char *keep_word(Parser *p)
{
    return g_string_chunk_insert_const(p->sheets->strings, p->word->str);
}

/* NULL when there is no identifier. */
static const char *read_ident(Parser *p)
{
    g_string_truncate(p->word, 0);
    return svg_css_read_ident(&p->at, p->end, p->word) ? keep_word(p) : NULL;
}

static gboolean add_test(Parser *p, SvgCssTest test, guint *count)
{
    if (p->n_tests == SVG_CSS_MAX_TESTS) {
        return FALSE;
    }
    p->tests[p->n_tests++] = test;
    (*count)++;
    return TRUE;
}

static gboolean is_svg_prefix(const char *prefix)
{
    return !*prefix || g_str_equal(prefix, "*") || g_str_equal(prefix, "svg");
}

/* "name", "prefix|name", "*|name", "|name", or "*" as either; joined as nodes spell it. "" is any
 * name; NULL when there is none. */
static const char *read_qualified(Parser *p)
{
    const char *first = take(p, '*') ? "*" : read_ident(p);
    gboolean bar = p->at + 1 < p->end && p->at[0] == '|' && p->at[1] != '=';
    if (!bar) {
        return first && g_str_equal(first, "*") ? "" : first;
    }
    p->at++;
    const char *local = take(p, '*') ? "" : read_ident(p);
    if (!local || is_svg_prefix(first ? first : "") || !*local) {
        return local;
    }
    g_string_printf(p->word, "%s:%s", first, local);
    return keep_word(p);
}

/* --- [attribute] ------------------------------------------------------------------------------ */

static gboolean read_operator(Parser *p, SvgCssKind *kind)
{
    static const struct {
        char sign;
        SvgCssKind kind;
    } operators[] = {
        {'~', SVG_CSS_ATTR_WORD},   {'|', SVG_CSS_ATTR_DASH}, {'^', SVG_CSS_ATTR_PREFIX},
        {'$', SVG_CSS_ATTR_SUFFIX}, {'*', SVG_CSS_ATTR_PART},
    };
    *kind = SVG_CSS_ATTR_EQUAL;
    for (guint i = 0; i < G_N_ELEMENTS(operators); i++) {
        if (take(p, operators[i].sign)) {
            *kind = operators[i].kind;
            break;
        }
    }
    return take(p, '=');
}

static gboolean read_attr_value(Parser *p, SvgCssTest *test)
{
    skip_space(p);
    g_string_truncate(p->word, 0);
    if (!svg_css_read_string(&p->at, p->end, p->word) &&
        !svg_css_read_ident(&p->at, p->end, p->word)) {
        return FALSE;
    }
    test->value = keep_word(p);
    skip_space(p);
    test->any_case = take(p, 'i') || take(p, 'I');
    if (!test->any_case) {
        (void)(take(p, 's') || take(p, 'S'));
    }
    skip_space(p);
    return TRUE;
}

static gboolean read_attr(Parser *p)
{
    SvgCssTest test = {.kind = SVG_CSS_ATTR_SET};
    skip_space(p);
    test.name = read_qualified(p);
    if (!test.name || !*test.name) {
        return FALSE;
    }
    skip_space(p);
    if (!take(p, ']')) {
        if (!read_operator(p, &test.kind) || !read_attr_value(p, &test) || !take(p, ']')) {
            return FALSE;
        }
    }
    return add_test(p, test, &p->classes);
}

/* --- :pseudo-class ---------------------------------------------------------------------------- */

/* Digits, capped. FALSE when there are none. */
static gboolean read_digits(Parser *p, int *out)
{
    const char *from = p->at;
    *out = 0;
    while (!at_end(p) && g_ascii_isdigit(*p->at)) {
        *out = MIN(*out * 10 + g_ascii_digit_value(*p->at), SVG_CSS_MAX_NTH);
        p->at++;
    }
    return p->at > from;
}

/* A sign, or 0. */
static int read_sign(Parser *p)
{
    return take(p, '+') ? 1 : take(p, '-') ? -1 : 0;
}

/* §6.6.5.1: "odd", "even", "an+b" in all its shapes. */
static gboolean read_nth(Parser *p, SvgCssTest *test)
{
    skip_space(p);
    if (svg_css_read_word(&p->at, p->end, "odd") || svg_css_read_word(&p->at, p->end, "even")) {
        test->a = 2;
        test->b = g_ascii_tolower(p->at[-1]) == 'd' ? 1 : 0;
    } else {
        int sign = read_sign(p);
        gboolean digits = read_digits(p, &test->b);
        sign = sign ? sign : 1;
        test->b *= sign;
        if (take(p, 'n') || take(p, 'N')) {
            test->a = digits ? test->b : sign;
            test->b = 0;
            skip_space(p);
            sign = read_sign(p);
            skip_space(p);
            if (sign && !read_digits(p, &test->b)) {
                return FALSE;
            }
            test->b *= sign;
        } else if (!digits) {
            return FALSE;
        }
    }
    skip_space(p);
    return TRUE;
}

static void flush_tests(Parser *p, SvgCssCompound *compound)
{
    compound->tests = p->sheets->tests->len;
    compound->n_tests = p->n_tests;
    g_array_append_vals(p->sheets->tests, p->tests, p->n_tests);
}

static gboolean read_complex(Parser *p, gboolean relative, SvgCssSelector *out);

static guint weight_of(const Parser *p)
{
    return MIN(p->ids, SPECIFICITY_FIELD) * SPECIFICITY_ID +
           MIN(p->classes, SPECIFICITY_FIELD) * SPECIFICITY_CLASS +
           MIN(p->types, SPECIFICITY_FIELD) * SPECIFICITY_TYPE;
}

static void add_weight(Parser *p, guint weight)
{
    p->ids += weight / SPECIFICITY_ID;
    p->classes += weight % SPECIFICITY_ID / SPECIFICITY_CLASS;
    p->types += weight % SPECIFICITY_CLASS;
}

/* Nothing is left of it but what wasn't known. */
static gboolean is_bare(const Parser *p, SvgCssSelector selector)
{
    const SvgCssCompound *compound =
        &g_array_index(p->sheets->compounds, SvgCssCompound, selector.compounds);
    return p->vague && selector.n_compounds == 1 && !compound->n_tests;
}

/* The list in ":not(a, b)", up to the ")". Its specificity is that of its most specific (Selectors
 * 4 §17). */
static gboolean read_list(Parser *outer, const ListKind *kind, SvgCssList *out)
{
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(SvgCssSelector));
    guint best = 0;
    if (outer->depth == SVG_CSS_MAX_LISTS) {
        return FALSE;
    }
    do {
        Parser p = {.sheets = outer->sheets, .at = outer->at, .end = outer->end};
        SvgCssSelector selector;
        p.word = outer->word;
        p.depth = outer->depth + 1;
        gboolean valid = read_complex(&p, kind->kind == SVG_CSS_HAS, &selector);
        if (valid && !is_bare(&p, selector)) {
            g_array_append_val(list, selector);
            best = MAX(best, weight_of(&p));
        } else if (!valid && !kind->forgiving) {
            return FALSE;
        }
        outer->vague = outer->vague || p.vague;
        outer->at = valid ? p.at : svg_css_run(outer->at, outer->end, ",)").stop;
    } while (take(outer, ','));
    add_weight(outer, kind->weighs ? best : 0);
    *out = (SvgCssList){outer->sheets->selectors->len, list->len};
    g_array_append_vals(outer->sheets->selectors, list->data, list->len);
    return take(outer, ')');
}

static gboolean read_listing(Parser *p, const ListKind *kind)
{
    SvgCssTest test = {.kind = kind->kind};
    guint unweighted = 0;
    if (!read_list(p, kind, &test.list)) {
        return FALSE;
    }
    return (p->vague && !test.list.n) || add_test(p, test, &unweighted);
}

/* Selectors 3 §6.6.3, and the lists of Selectors 4. */
static gboolean read_lang(Parser *p)
{
    g_autoptr(GString) list = g_string_new(NULL);
    do {
        skip_space(p);
        if (!svg_css_read_string(&p->at, p->end, list) &&
            !svg_css_read_ident(&p->at, p->end, list)) {
            return FALSE;
        }
        g_string_append_c(list, ',');
        skip_space(p);
    } while (take(p, ','));
    SvgCssTest test = {.kind = SVG_CSS_LANG,
                       .value = svg_sheets_keep(p->sheets, list->str, list->len)};
    return take(p, ')') && add_test(p, test, &p->classes);
}

/* A pseudo-class that isn't known: some program may know it. */
static gboolean leave_out(Parser *p)
{
    p->vague = p->sheets->lenient;
    p->classes++;
    return p->vague;
}

static gboolean leave_out_function(Parser *p)
{
    p->at = svg_css_run(p->at, p->end, ")").stop;
    return take(p, ')') && leave_out(p);
}

/* " of a, b)", or ")" (Selectors 4 §14.3). */
static gboolean read_counted(Parser *p, SvgCssTest *test)
{
    SvgCssCounting counting = {.how = test->counting};
    if (take(p, ')')) {
        return TRUE;
    }
    static const ListKind of = {"of", SVG_CSS_ANY, TRUE, FALSE};
    if ((counting.how & SVG_CSS_OF_TYPE) || !svg_css_read_word(&p->at, p->end, "of ") ||
        !read_list(p, &of, &counting.of)) {
        return FALSE;
    }
    counting.positions = g_hash_table_new(NULL, NULL);
    test->counting = p->sheets->countings->len;
    g_array_append_val(p->sheets->countings, counting);
    return TRUE;
}

static gboolean read_function(Parser *p)
{
    /* By their numbers. */
    static const char *const countings[SVG_CSS_COUNTINGS] = {"nth-child", "nth-last-child",
                                                             "nth-of-type", "nth-last-of-type"};
    static const ListKind lists[] = {
        {"not", SVG_CSS_NOT, TRUE, FALSE},
        {"is", SVG_CSS_ANY, TRUE, TRUE},
        {"where", SVG_CSS_ANY, FALSE, TRUE},
        {"has", SVG_CSS_HAS, TRUE, FALSE},
    };
    const char *name = p->word->str;
    for (guint i = 0; i < SVG_CSS_COUNTINGS; i++) {
        if (g_ascii_strcasecmp(name, countings[i]) == 0) {
            SvgCssTest test = {.kind = SVG_CSS_NTH, .counting = i};
            return read_nth(p, &test) && read_counted(p, &test) && add_test(p, test, &p->classes);
        }
    }
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (g_ascii_strcasecmp(name, lists[i].name) == 0) {
            return read_listing(p, &lists[i]);
        }
    }
    return g_ascii_strcasecmp(name, "lang") == 0 ? read_lang(p) : leave_out_function(p);
}

#define FIRST(of)                                     \
    {                                                 \
        .kind = SVG_CSS_NTH, .b = 1, .counting = (of) \
    }
#define LAST(of)                                                          \
    {                                                                     \
        .kind = SVG_CSS_NTH, .b = 1, .counting = SVG_CSS_FROM_LAST | (of) \
    }

static gboolean read_plain_pseudo(Parser *p)
{
    static const struct {
        const char *name;
        SvgCssTest tests[2];
        guint n;
    } plain[] = {
        {"root", {{.kind = SVG_CSS_ROOT}}, 1},
        {"first-child", {FIRST(0)}, 1},
        {"last-child", {LAST(0)}, 1},
        {"only-child", {FIRST(0), LAST(0)}, 2},
        {"first-of-type", {FIRST(SVG_CSS_OF_TYPE)}, 1},
        {"last-of-type", {LAST(SVG_CSS_OF_TYPE)}, 1},
        {"only-of-type", {FIRST(SVG_CSS_OF_TYPE), LAST(SVG_CSS_OF_TYPE)}, 2},
        {"empty", {{.kind = SVG_CSS_EMPTY}}, 1},
        {"link", {{.kind = SVG_CSS_LINK}}, 1},
        {"any-link", {{.kind = SVG_CSS_LINK}}, 1},
    };
    for (guint i = 0; i < G_N_ELEMENTS(plain); i++) {
        if (g_ascii_strcasecmp(p->word->str, plain[i].name) == 0) {
            guint unweighted = 0;
            return add_test(p, plain[i].tests[0], &p->classes) &&
                   (plain[i].n < 2 || add_test(p, plain[i].tests[1], &unweighted));
        }
    }
    return FALSE;
}

static gboolean is_one_of(const char *word, const char *const *words)
{
    while (*words && g_ascii_strcasecmp(word, *words) != 0) {
        words++;
    }
    return *words != NULL;
}

/* What is known but never true in a drawing that lies still. It doesn't make a rule invalid. */
static gboolean read_never(Parser *p, gboolean element)
{
    static const char *const classes[] = {
        "hover",   "active",  "focus",    "focus-within",  "focus-visible",
        "visited", "target",  "checked",  "disabled",      "enabled",
        "default", "invalid", "required", "indeterminate", NULL};
    static const char *const old_elements[] = {"before", "after", "first-line", "first-letter",
                                               NULL};
    static const char *const elements[] = {"selection", "marker", "placeholder",
                                           "backdrop",  "cue",    NULL};
    const char *word = p->word->str;
    gboolean is_element =
        is_one_of(word, old_elements) || (element && (is_one_of(word, elements) || *word == '-'));
    gboolean known = is_element ? !p->depth : !element && is_one_of(word, classes);
    return known && add_test(p, (SvgCssTest){.kind = SVG_CSS_NEVER}, &p->classes);
}

static gboolean read_pseudo(Parser *p)
{
    gboolean element = take(p, ':');
    g_string_truncate(p->word, 0);
    if (!svg_css_read_ident(&p->at, p->end, p->word)) {
        return FALSE;
    }
    if (take(p, '(')) {
        return !element && read_function(p);
    }
    return (!element && read_plain_pseudo(p)) || read_never(p, element) ||
           (!element && leave_out(p));
}

/* --- compounds and selectors ------------------------------------------------------------------ */

static gboolean read_named(Parser *p, SvgCssKind kind, guint *count)
{
    SvgCssTest test = {.kind = kind, .name = read_ident(p)};
    return test.name && add_test(p, test, count);
}

static gboolean read_simple(Parser *p)
{
    return take(p, '#')   ? read_named(p, SVG_CSS_ID, &p->ids)
           : take(p, '.') ? read_named(p, SVG_CSS_CLASS, &p->classes)
           : take(p, '[') ? read_attr(p)
           : take(p, ':') ? read_pseudo(p)
                          : FALSE;
}

/* Leaves its tests in p->tests. */
static gboolean read_compound(Parser *p)
{
    p->n_tests = 0;
    const char *from = p->at;
    const char *type = read_qualified(p);
    if (type && *type) {
        SvgCssTest test = {.kind = SVG_CSS_TYPE, .name = type};
        add_test(p, test, &p->types);
    }
    if (!type && p->at > from) {
        return FALSE;
    }
    while (!at_end(p) && strchr("#.[:", *p->at) && *p->at) {
        if (!read_simple(p)) {
            return FALSE;
        }
    }
    return p->at > from;
}

/* The combinator, with the white space around it; 0 at the end, a comma or the end of a list. */
static char read_combinator(Parser *p)
{
    const char *from = p->at;
    skip_space(p);
    if (at_end(p) || *p->at == ',' || (p->depth && *p->at == ')')) {
        return 0;
    }
    char sign = *p->at;
    if (sign && strchr(">+~", sign)) {
        p->at++;
        skip_space(p);
        return sign;
    }
    return p->at > from ? ' ' : BROKEN;
}

static gboolean read_compounds(Parser *p, char combinator, SvgCssCompound *compounds, guint *n)
{
    do {
        if (combinator == BROKEN || *n == SVG_CSS_MAX_COMPOUNDS || !read_compound(p)) {
            return FALSE;
        }
        compounds[*n].combinator = combinator;
        flush_tests(p, &compounds[*n]);
        ++*n;
        combinator = read_combinator(p);
    } while (combinator);
    return TRUE;
}

/* What a relative one begins with: white space stands for itself. */
static char read_lead(Parser *p)
{
    static const char signs[] = {'>', '+', '~'};
    for (gsize i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (take(p, signs[i])) {
            skip_space(p);
            return signs[i];
        }
    }
    return ' ';
}

/* Up to a comma, a ")" or the end. One that is relative may begin with a combinator. */
static gboolean read_complex(Parser *p, gboolean relative, SvgCssSelector *out)
{
    SvgCssCompound compounds[SVG_CSS_MAX_COMPOUNDS] = {0};
    guint n = 0;
    char lead = '\0';
    skip_space(p);
    if (relative) {
        lead = read_lead(p);
    }
    if (!read_compounds(p, lead, compounds, &n)) {
        return FALSE;
    }
    *out = (SvgCssSelector){p->sheets->compounds->len, n};
    g_array_append_vals(p->sheets->compounds, compounds, n);
    return TRUE;
}

static gboolean read_rule(Parser *p)
{
    SvgCssRule rule = {.order = p->sheets->rules->len};
    p->ids = p->classes = p->types = 0;
    skip_space(p);
    const char *from = p->at;
    if (rule.order >= SVG_CSS_MAX_SELECTORS || !read_complex(p, FALSE, &rule.selector)) {
        return FALSE;
    }
    rule.specificity = weight_of(p);
    rule.text = svg_sheets_keep(p->sheets, from, (gsize)(p->at - from));
    g_array_append_val(p->sheets->rules, rule);
    return TRUE;
}

gboolean svg_selectors_parse(SvgSheets *sheets, const char *at, const char *end)
{
    g_autoptr(GString) word = g_string_new(NULL);
    Parser p = {.sheets = sheets, .at = at, .end = end, .word = word};
    GArray *const arrays[] = {sheets->rules, sheets->compounds, sheets->tests, sheets->selectors,
                              sheets->countings};
    guint lengths[G_N_ELEMENTS(arrays)];
    for (gsize i = 0; i < G_N_ELEMENTS(arrays); i++) {
        lengths[i] = arrays[i]->len;
    }
    gboolean valid;
    do {
        valid = read_rule(&p);
    } while (valid && take(&p, ','));
    if (valid && at_end(&p)) {
        return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(arrays); i++) {
        g_array_set_size(arrays[i], lengths[i]);
    }
    return FALSE;
}
