/* Findings as JUnit's XML, as CI systems read it: a suite for each drawing, a case for each
 * finding, and one that passes for a drawing in which nothing was found. */
#include "findings_priv.h"
#include "print.h"

typedef struct {
    GString *suites;
    guint cases, failures, errors;
} Junit;

static gpointer begin(void)
{
    Junit *junit = g_new0(Junit, 1);
    junit->suites = g_string_new(NULL);
    return junit;
}

static void free_junit(gpointer data)
{
    Junit *junit = data;
    g_string_free(junit->suites, TRUE);
    g_free(junit);
}

/* What XML can't hold, not even as a reference, is left out. */
static char *valid(const char *text)
{
    g_autofree char *utf8 = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(NULL);
    for (const char *at = utf8; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        gboolean bad = (c < 0x20 && c != '\t' && c != '\n') || c == 0xfffe || c == 0xffff;
        g_string_append_unichar(out, bad ? 0xfffd : c);
    }
    return g_string_free(out, FALSE);
}

static char *escaped(const char *text)
{
    g_autofree char *holds = valid(text);
    return g_markup_escape_text(holds, -1);
}

static void add_case(GString *out, const char *file, const char *kind, const char *element,
                     const char *message, const char *text)
{
    g_autofree char *path = escaped(file), *what = escaped(message), *all = escaped(text);
    g_string_append_printf(out,
                           "<testcase name=\"%s\" classname=\"%s\">"
                           "<%s type=\"%s\" message=\"%s\">%s</%s></testcase>\n",
                           kind, path, element, kind, what, all, element);
}

static void add_finding(GString *out, const char *file, const FairyFinding *finding)
{
    g_autofree char *text = cli_finding_text(finding), *ids = cli_finding_ids(finding);
    g_autofree char *all = g_strdup_printf("%s:%u:%u: %s%s%s", file, finding->place.line,
                                           finding->place.column, text, *ids ? "\n" : "", ids);
    add_case(out, file, finding->kind, "failure", finding->message, all);
}

static void add_failure(GString *out, const char *file, const char *failure)
{
    guint line;
    const char *text = cli_failure_text(file, failure, &line);
    g_autofree char *all = g_strdup_printf("%s:%u:1: %s", file, line, text);
    add_case(out, file, "failed", "error", text, all);
}

static void add(CliFindings *findings, const char *file, const GPtrArray *found,
                const char *failure)
{
    Junit *junit = findings->state;
    guint n = found != NULL ? found->len : 0, errors = failure != NULL;
    guint cases = MAX(n + errors, 1);
    g_autofree char *path = escaped(file);
    g_string_append_printf(junit->suites,
                           "<testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n",
                           path, cases, n, errors);
    for (guint i = 0; i < n; i++) {
        add_finding(junit->suites, file, found->pdata[i]);
    }
    if (failure != NULL) {
        add_failure(junit->suites, file, failure);
    }
    if (n + errors == 0) {
        g_string_append_printf(junit->suites, "<testcase name=\"nothing\" classname=\"%s\"/>\n",
                               path);
    }
    g_string_append(junit->suites, "</testsuite>\n");
    junit->cases += cases;
    junit->failures += n;
    junit->errors += errors;
}

static void end(CliFindings *findings)
{
    Junit *junit = findings->state;
    g_autofree char *text = g_strdup_printf(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n%s</testsuites>\n",
        findings->name, junit->cases, junit->failures, junit->errors, junit->suites->str);
    cli_print_text(stdout, text, -1);
}

const CliFindingsFormat cli_findings_junit = {begin, add, end, free_junit};
