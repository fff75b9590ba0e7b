/* Reads selectors: Selectors 3, and :is() and :where() of compounds. */
#include "style/css.h"
#include "style/css_limits.h"
#include "style/css_scan.h"

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
    gboolean in_list;
    guint n_tests;
    SvgCssTest tests[SVG_CSS_MAX_TESTS];
} Parser;

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

/* §6.6.5.1: "odd", "even", "an+b" in all its shapes; up to the ")". */
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
    return take(p, ')');
}

static gboolean read_compound(Parser *p);

static void flush_tests(Parser *p, SvgCssCompound *compound)
{
    compound->tests = p->sheets->tests->len;
    compound->n_tests = p->n_tests;
    g_array_append_vals(p->sheets->tests, p->tests, p->n_tests);
}

/* The list in ":not(a, b)". Its specificity is that of its most specific (Selectors 4 §17). */
static gboolean read_compound_list(Parser *outer, SvgCssTest *test)
{
    test->a = (int)outer->sheets->compounds->len;
    guint best = 0;
    Parser p;
    do {
        p = (Parser){.sheets = outer->sheets, .at = outer->at, .end = outer->end};
        p.word = outer->word;
        p.in_list = TRUE;
        skip_space(&p);
        if (!read_compound(&p)) {
            return FALSE;
        }
        SvgCssCompound compound = {0};
        flush_tests(&p, &compound);
        g_array_append_val(p.sheets->compounds, compound);
        test->b++;
        best = MAX(best, p.ids * SPECIFICITY_ID + p.classes * SPECIFICITY_CLASS + p.types);
        skip_space(&p);
        outer->at = p.at;
    } while (take(outer, ','));
    outer->ids += best / SPECIFICITY_ID;
    outer->classes += best % SPECIFICITY_ID / SPECIFICITY_CLASS;
    outer->types += best % SPECIFICITY_CLASS;
    return take(outer, ')');
}

/* :not(), :is() and :where(), which differ in what they weigh. One inside another is left out. */
static gboolean read_list(Parser *p, SvgCssKind kind, gboolean weighs)
{
    SvgCssTest test = {.kind = kind};
    guint unweighted = 0, ids = p->ids, classes = p->classes, types = p->types;
    if (p->in_list || !read_compound_list(p, &test)) {
        return FALSE;
    }
    if (!weighs) {
        p->ids = ids;
        p->classes = classes;
        p->types = types;
    }
    return add_test(p, test, &unweighted);
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

static gboolean read_function(Parser *p)
{
    /* By SvgCssTest.counting. */
    static const char *const countings[SVG_CSS_COUNTINGS] = {"nth-child", "nth-last-child",
                                                             "nth-of-type", "nth-last-of-type"};
    const char *name = p->word->str;
    for (guint i = 0; i < SVG_CSS_COUNTINGS; i++) {
        if (g_ascii_strcasecmp(name, countings[i]) == 0) {
            SvgCssTest test = {.kind = SVG_CSS_NTH, .counting = i};
            return read_nth(p, &test) && add_test(p, test, &p->classes);
        }
    }
    return g_ascii_strcasecmp(name, "not") == 0     ? read_list(p, SVG_CSS_NOT, TRUE)
           : g_ascii_strcasecmp(name, "is") == 0    ? read_list(p, SVG_CSS_ANY, TRUE)
           : g_ascii_strcasecmp(name, "where") == 0 ? read_list(p, SVG_CSS_ANY, FALSE)
           : g_ascii_strcasecmp(name, "lang") == 0  ? read_lang(p)
                                                    : FALSE;
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
    gboolean known = is_element ? !p->in_list : !element && is_one_of(word, classes);
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
    return (!element && read_plain_pseudo(p)) || read_never(p, element);
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

/* The combinator, with the white space around it; 0 at the end or a comma. */
static char read_combinator(Parser *p)
{
    const char *from = p->at;
    skip_space(p);
    if (at_end(p) || *p->at == ',') {
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

static gboolean read_compounds(Parser *p, SvgCssCompound *compounds, guint *n)
{
    char combinator = 0;
    skip_space(p);
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

static gboolean read_selector(Parser *p)
{
    SvgCssCompound compounds[SVG_CSS_MAX_COMPOUNDS] = {0};
    guint n = 0;
    p->ids = p->classes = p->types = 0;
    if (p->sheets->rules->len >= SVG_CSS_MAX_SELECTORS || !read_compounds(p, compounds, &n)) {
        return FALSE;
    }
    SvgCssRule rule = {.n_compounds = n, .compounds = p->sheets->compounds->len};
    rule.specificity = MIN(p->ids, SPECIFICITY_FIELD) * SPECIFICITY_ID +
                       MIN(p->classes, SPECIFICITY_FIELD) * SPECIFICITY_CLASS +
                       MIN(p->types, SPECIFICITY_FIELD) * SPECIFICITY_TYPE;
    rule.order = p->sheets->rules->len;
    g_array_append_vals(p->sheets->compounds, compounds, n);
    g_array_append_val(p->sheets->rules, rule);
    return TRUE;
}

gboolean svg_selectors_parse(SvgSheets *sheets, const char *at, const char *end)
{
    g_autoptr(GString) word = g_string_new(NULL);
    Parser p = {.sheets = sheets, .at = at, .end = end, .word = word};
    guint rules = sheets->rules->len, compounds = sheets->compounds->len;
    guint tests = sheets->tests->len;
    gboolean valid;
    do {
        valid = read_selector(&p);
    } while (valid && take(&p, ','));
    if (valid && at_end(&p)) {
        return TRUE;
    }
    g_array_set_size(sheets->rules, rules);
    g_array_set_size(sheets->compounds, compounds);
    g_array_set_size(sheets->tests, tests);
    return FALSE;
}
