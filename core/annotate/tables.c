/* The offline halves and the checks, by name. */
#include "annotate/annotate_priv.h"

#include <svg/lint.h>

#define FAIRY_GENERATOR(name, function, needs, guard)                                   \
    gboolean function(const FairyAnnotation *annotation, const FairyAnnotated *drawing, \
                      cJSON *actions, GError **error);
#define FAIRY_CHECKER(name, function) \
    char *function(const FairyAnnotation *annotation, const FairyAnnotated *drawing);
#include "annotate/tables.def"
#undef FAIRY_GENERATOR
#undef FAIRY_CHECKER

static const FairyGenerator generators[] = {
#define FAIRY_GENERATOR(name, function, needs, guard) {name, function, needs, guard},
#define FAIRY_CHECKER(name, function)
#include "annotate/tables.def"
#undef FAIRY_GENERATOR
#undef FAIRY_CHECKER
    {NULL, NULL, NULL, NULL},
};

static const FairyChecker checkers[] = {
#define FAIRY_GENERATOR(name, function, needs, guard)
#define FAIRY_CHECKER(name, function) {name, function},
#include "annotate/tables.def"
#undef FAIRY_GENERATOR
#undef FAIRY_CHECKER
    {NULL, NULL},
};

const FairyGenerator *fairy_generator_find(const char *name)
{
    const FairyGenerator *row = generators;
    while (row->name && !g_str_equal(row->name, name)) {
        row++;
    }
    return row->name ? row : NULL;
}

const FairyChecker *fairy_checker_find(const char *name)
{
    const FairyChecker *row = checkers;
    while (row->name && !g_str_equal(row->name, name)) {
        row++;
    }
    return row->name ? row : NULL;
}

static void add_name(GString *names, const char *name)
{
    g_string_append_printf(names, "%s%s", names->len ? ", " : "", name);
}

char *fairy_generator_names(void)
{
    GString *names = g_string_new(NULL);
    for (const FairyGenerator *row = generators; row->name; row++) {
        add_name(names, row->name);
    }
    return g_string_free(names, FALSE);
}

char *fairy_checker_names(void)
{
    GString *names = g_string_new(NULL);
    for (const FairyChecker *row = checkers; row->name; row++) {
        add_name(names, row->name);
    }
    for (guint i = 0; i < SVG_LINT_COUNT; i++) {
        add_name(names, svg_lint_name((SvgLintType)i));
    }
    return g_string_free(names, FALSE);
}
