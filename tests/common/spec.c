/* Reads specification files line by line. */
#include "common/spec.h"

#include <string.h>

typedef struct {
    Spec *spec;
    SpecCase *now; /* NULL before the first case */
    char *shared;  /* the document of cases without their own */
    char *project; /* the project of cases without their own */
    char *outcome; /* lines of the section */
    GString *text; /* of the section being read */
    char **into;   /* where that goes */
    guint line;
} Reading;

static void free_case(gpointer data)
{
    SpecCase *c = data;
    g_free(c->title);
    g_free(c->document);
    g_free(c->call);
    g_strfreev(c->outcomes);
    g_free(c->shapes);
    g_free(c->project);
    g_free(c->told);
    g_free(c->web);
    g_free(c->data);
    g_free(c->next);
    g_free(c->after);
    g_free(c);
}

void spec_free(Spec *spec)
{
    if (spec) {
        g_free(spec->path);
        g_free(spec->name);
        g_free(spec->prose);
        g_ptr_array_unref(spec->cases);
        g_free(spec);
    }
}

gboolean spec_case_is_refusal(const SpecCase *c)
{
    guint n = g_strv_length(c->outcomes);
    return n > 0 && g_str_has_prefix(c->outcomes[n - 1], "refused");
}

static gboolean fail(const Reading *r, GError **error, const char *why)
{
    g_set_error(error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "%s:%u: %s", r->spec->path,
                r->line, why);
    return FALSE;
}

/* Blank lines at the end belong to the file's looks. */
static void end_section(Reading *r)
{
    if (r->into) {
        g_autofree char *text = g_strchomp(g_strdup(r->text->str));
        g_free(*r->into);
        *r->into = g_strconcat(text, "\n", NULL);
    }
    r->into = NULL;
    g_string_truncate(r->text, 0);
}

static gboolean end_case(Reading *r, GError **error)
{
    end_section(r);
    SpecCase *c = r->now;
    if (!c) {
        return TRUE;
    }
    if (!c->document && r->shared) {
        c->document = g_strdup(r->shared);
    }
    if (!c->project) {
        c->project = g_strdup(r->project);
    }
    if (!c->document || !c->call || !r->outcome) {
        return fail(r, error, "the case before needs a document, a call and an outcome");
    }
    c->outcomes = g_strsplit(g_strchomp(r->outcome), "\n", -1);
    g_clear_pointer(&r->outcome, g_free);
    if (c->shapes) {
        g_strchomp(c->shapes);
    }
    return TRUE;
}

static gboolean begin_case(Reading *r, const char *title, GError **error)
{
    if (!end_case(r, error)) {
        return FALSE;
    }
    r->now = g_new0(SpecCase, 1);
    r->now->title = g_strdup(title);
    r->now->line = r->line;
    g_ptr_array_add(r->spec->cases, r->now);
    return TRUE;
}

static gboolean begin_section(Reading *r, const char *name, GError **error)
{
    end_section(r);
    SpecCase *c = r->now;
    const struct {
        const char *name;
        char **into;
    } sections[] = {
        {"document", c ? &c->document : &r->shared},
        {"call", c ? &c->call : NULL},
        {"outcome", c ? &r->outcome : NULL},
        {"shapes", c ? &c->shapes : NULL},
        {"project", c ? &c->project : &r->project},
        {"told", c ? &c->told : NULL},
        {"web", c ? &c->web : NULL},
        {"data", c ? &c->data : NULL},
        {"next", c ? &c->next : NULL},
        {"after", c ? &c->after : NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(sections); i++) {
        if (g_str_equal(sections[i].name, name) && sections[i].into) {
            if (*sections[i].into) {
                return fail(r, error, "this section was there before");
            }
            r->into = sections[i].into;
            return TRUE;
        }
    }
    return fail(r, error, "there is no such section here");
}

static gboolean read_line(Reading *r, const char *line, GError **error)
{
    if (r->line == 1) {
        r->spec->name = g_str_has_prefix(line, "# ") ? g_strdup(line + 2) : NULL;
        return r->spec->name || fail(r, error, "the first line is \"# NAME\"");
    }
    if (g_str_has_prefix(line, "== ")) {
        return begin_case(r, line + 3, error);
    }
    if (g_str_has_prefix(line, "-- ")) {
        return begin_section(r, line + 3, error);
    }
    g_string_append_printf(r->text, "%s\n", line);
    if (!r->into && !r->now) {
        g_free(r->spec->prose);
        r->spec->prose = g_strstrip(g_strdup(r->text->str));
    }
    return TRUE;
}

static gboolean read_lines(Reading *r, const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        r->line = i + 1;
        if (!read_line(r, lines[i], error)) {
            return FALSE;
        }
    }
    return end_case(r, error) && (r->spec->cases->len > 0 || fail(r, error, "there is no case"));
}

Spec *spec_read(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error)) {
        return NULL;
    }
    Spec *spec = g_new0(Spec, 1);
    spec->path = g_strdup(path);
    spec->cases = g_ptr_array_new_with_free_func(free_case);
    Reading r = {.spec = spec, .text = g_string_new(NULL)};
    gboolean ok = read_lines(&r, text, error);
    g_string_free(r.text, TRUE);
    g_free(r.shared);
    g_free(r.project);
    g_free(r.outcome);
    if (!ok) {
        g_clear_pointer(&spec, spec_free);
    }
    return spec;
}
