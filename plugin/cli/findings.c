/* Findings in lines: for people, as JSON, for GitHub; and the table of all formats. */
#include "findings_priv.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_IDS = 8 };

/* --- what formats share ----------------------------------------------------------------------- */

char *cli_finding_text(const FairyFinding *finding)
{
    return finding->fix != NULL ? g_strdup_printf("%s Fix: %s", finding->message, finding->fix)
                                : g_strdup(finding->message);
}

/* When there are very many, the first of them. */
char *cli_finding_ids(const FairyFinding *finding)
{
    guint n = finding->ids != NULL ? g_strv_length(finding->ids) : 0, shown = MIN(n, MAX_IDS);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < shown; i++) {
        g_string_append_printf(out, "%s#%s", i > 0 ? ", " : "", finding->ids[i]);
    }
    if (n > shown) {
        g_string_append_printf(out, " and %u more", n - shown);
    }
    return g_string_free(out, FALSE);
}

const char *cli_failure_text(const char *file, const char *failure, guint *line)
{
    gsize len = strlen(file);
    gboolean named = strncmp(failure, file, len) == 0 && failure[len] == ':';
    const char *rest = named ? failure + len + 1 : failure;
    char *end = NULL;
    guint64 number = named ? g_ascii_strtoull(rest, &end, 10) : 0;
    gboolean numbered = number > 0 && number <= G_MAXINT && *end == ':';
    *line = numbered ? (guint)number : 1;
    rest = numbered ? end + 1 : rest;
    return rest + strspn(rest, " ");
}

/* --- lines ------------------------------------------------------------------------------------ */

static void add_text(G_GNUC_UNUSED CliFindings *findings, const char *file, const GPtrArray *found,
                     G_GNUC_UNUSED const char *failure)
{
    for (guint i = 0; found != NULL && i < found->len; i++) {
        const FairyFinding *finding = found->pdata[i];
        g_autofree char *text = cli_finding_text(finding), *ids = cli_finding_ids(finding);
        cli_print_line(stdout, "%s:%u:%u: %s: %s%s%s%s", file, finding->place.line,
                       finding->place.column, finding->kind, text, *ids != '\0' ? " (" : "", ids,
                       *ids != '\0' ? ")" : "");
    }
}

static void add_json(G_GNUC_UNUSED CliFindings *findings, const char *file, const GPtrArray *found,
                     const char *failure)
{
    if (failure != NULL) {
        return;
    }
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "file", file);
    cJSON *list = cJSON_AddArrayToObject(object, "lints");
    for (guint i = 0; found != NULL && i < found->len; i++) {
        cJSON_AddItemToArray(list, fairy_finding_json(found->pdata[i]));
    }
    cli_print_json(stdout, object);
}

/* --- workflow commands of GitHub -------------------------------------------------------------- */

/* As its runner takes them apart; in properties a comma and a colon end a value. */
static char *for_github(const char *text, gboolean property)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(valid);
    g_string_replace(out, "%", "%25", 0);
    g_string_replace(out, "\r", "%0D", 0);
    g_string_replace(out, "\n", "%0A", 0);
    if (property) {
        g_string_replace(out, ":", "%3A", 0);
        g_string_replace(out, ",", "%2C", 0);
    }
    return g_string_free(out, FALSE);
}

static void print_github(const char *file, SvgPosition place, const char *kind, const char *text)
{
    g_autofree char *path = for_github(file, TRUE), *title = for_github(kind, TRUE);
    g_autofree char *message = for_github(text, FALSE);
    cli_print_line(stdout, "::error file=%s,line=%u,col=%u,title=%s::%s", path, place.line,
                   place.column, title, message);
}

static void add_github(G_GNUC_UNUSED CliFindings *findings, const char *file,
                       const GPtrArray *found, const char *failure)
{
    for (guint i = 0; found != NULL && i < found->len; i++) {
        const FairyFinding *finding = found->pdata[i];
        g_autofree char *text = cli_finding_text(finding), *ids = cli_finding_ids(finding);
        g_autofree char *all =
            *ids != '\0' ? g_strdup_printf("%s (%s)", text, ids) : g_strdup(text);
        print_github(file, finding->place, finding->kind, all);
    }
    if (failure != NULL) {
        SvgPosition place = {.column = 1};
        const char *text = cli_failure_text(file, failure, &place.line);
        print_github(file, place, "failed", text);
    }
}

/* --- all formats ------------------------------------------------------------------------------ */

static const CliFindingsFormat text_format = {.add = add_text}, json_format = {.add = add_json},
                               github_format = {.add = add_github};

static const CliFindingsFormat *const formats[] = {
    [CLI_FORMAT_TEXT] = &text_format,         [CLI_FORMAT_JSON] = &json_format,
    [CLI_FORMAT_SARIF] = &cli_findings_sarif, [CLI_FORMAT_JUNIT] = &cli_findings_junit,
    [CLI_FORMAT_GITHUB] = &github_format,
};

CliFindings *cli_findings_new(CliFormat format, const char *name)
{
    CliFindings *findings = g_new(CliFindings, 1);
    *findings = (CliFindings){.name = name, .format = formats[format]};
    findings->state = findings->format->begin != NULL ? findings->format->begin() : NULL;
    return findings;
}

void cli_findings_add(CliFindings *findings, const char *file, const GPtrArray *found,
                      const char *failure)
{
    findings->format->add(findings, file, found, failure);
}

void cli_findings_end(CliFindings *findings)
{
    if (findings->format->end != NULL) {
        findings->format->end(findings);
    }
}

void cli_findings_free(CliFindings *findings)
{
    if (findings != NULL && findings->state != NULL) {
        findings->format->free(findings->state);
    }
    g_free(findings);
}
