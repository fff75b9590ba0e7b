/* Findings as SARIF 2.1.0, one run. Rules are those that something was found for. */
#include "findings_priv.h"
#include "print.h"

#include <string.h>

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"
#define ROOT   "%SRCROOT%" /* as GitHub and others call the folder that paths begin in */

typedef struct {
    cJSON *rules, *results, *failures;
    GHashTable *numbers; /* kind → its place among the rules, + 1 */
    GHashTable *known;   /* fingerprints → how many there were of it */
} Sarif;

static gpointer begin(void)
{
    Sarif *sarif = g_new(Sarif, 1);
    *sarif = (Sarif){.rules = cJSON_CreateArray(),
                     .results = cJSON_CreateArray(),
                     .failures = cJSON_CreateArray(),
                     .numbers = g_hash_table_new(g_str_hash, g_str_equal),
                     .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    return sarif;
}

static void free_sarif(gpointer data)
{
    Sarif *sarif = data;
    cJSON_Delete(sarif->rules);
    cJSON_Delete(sarif->results);
    cJSON_Delete(sarif->failures);
    g_hash_table_unref(sarif->numbers);
    g_hash_table_unref(sarif->known);
    g_free(sarif);
}

/* --- parts ------------------------------------------------------------------------------------ */

static void add_text(cJSON *json, const char *name, const char *text)
{
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, name), "text", text);
}

/* Relative ones are below the root; "." and ".." in them say nothing to readers. */
static void add_artifact(cJSON *json, const char *file)
{
    cJSON *artifact = cJSON_AddObjectToObject(json, "artifactLocation");
    g_autofree char *whole = g_canonicalize_filename(file, NULL);
    g_autofree char *here = g_get_current_dir();
    gsize len = strlen(here);
    gboolean below = strncmp(whole, here, len) == 0 && whole[len] == '/';
    g_autofree char *uri = below ? g_uri_escape_string(whole + len + 1, "/", FALSE)
                                 : g_filename_to_uri(whole, NULL, NULL);
    cJSON_AddStringToObject(artifact, "uri", uri);
    if (below) {
        cJSON_AddStringToObject(artifact, "uriBaseId", ROOT);
    }
}

static cJSON *add_location(cJSON *json, const char *file, SvgPosition place)
{
    cJSON *location = cJSON_CreateObject();
    cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
    add_artifact(physical, file);
    cJSON *region = cJSON_AddObjectToObject(physical, "region");
    cJSON_AddNumberToObject(region, "startLine", place.line);
    cJSON_AddNumberToObject(region, "startColumn", place.column);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "locations"), location);
    return location;
}

static void add_ids(cJSON *location, char *const *ids)
{
    cJSON *logical = ids != NULL ? cJSON_AddArrayToObject(location, "logicalLocations") : NULL;
    for (; logical != NULL && *ids != NULL; ids++) {
        cJSON *element = cJSON_CreateObject();
        cJSON_AddStringToObject(element, "name", *ids);
        cJSON_AddStringToObject(element, "kind", "element");
        cJSON_AddItemToArray(logical, element);
    }
}

/* The same finding in a file that has changed elsewhere has the same one; a second one alike in a
 * file has its number. */
static void add_fingerprint(Sarif *sarif, cJSON *result, const char *file,
                            const FairyFinding *finding)
{
    g_autofree char *ids = finding->ids != NULL ? g_strjoinv("\n", finding->ids) : g_strdup("");
    g_autofree char *all = g_strjoin("\n", finding->kind, file, ids, NULL);
    char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, all, -1);
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(sarif->known, sum)) + 1;
    g_autofree char *value = g_strdup_printf("%.32s:%u", sum, n);
    cJSON *prints = cJSON_AddObjectToObject(result, "partialFingerprints");
    cJSON_AddStringToObject(prints, "kindAndElements/v1", value);
    g_hash_table_replace(sarif->known, sum, GUINT_TO_POINTER(n));
}

/* --- rules and results ------------------------------------------------------------------------ */

static guint rule_of(Sarif *sarif, const FairyFinding *finding)
{
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(sarif->numbers, finding->kind));
    if (number > 0) {
        return number - 1;
    }
    cJSON *rule = cJSON_CreateObject();
    cJSON_AddStringToObject(rule, "id", finding->kind);
    add_text(rule, "shortDescription", finding->says);
    add_text(rule, "fullDescription", finding->says);
    add_text(rule, "help", finding->fix != NULL ? finding->fix : finding->says);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(rule, "defaultConfiguration"), "level",
                            "warning");
    cJSON_AddItemToArray(sarif->rules, rule);
    number = (guint)cJSON_GetArraySize(sarif->rules);
    g_hash_table_insert(sarif->numbers, (gpointer)finding->kind, GUINT_TO_POINTER(number));
    return number - 1;
}

static void add_result(Sarif *sarif, const char *file, const FairyFinding *finding)
{
    g_autofree char *text = cli_finding_text(finding);
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "ruleId", finding->kind);
    cJSON_AddNumberToObject(result, "ruleIndex", rule_of(sarif, finding));
    cJSON_AddStringToObject(result, "level", "warning");
    add_text(result, "message", text);
    add_ids(add_location(result, file, finding->place), finding->ids);
    add_fingerprint(sarif, result, file, finding);
    cJSON_AddItemToArray(sarif->results, result);
}

static void add_failure(Sarif *sarif, const char *file, const char *failure)
{
    SvgPosition place = {.column = 1};
    const char *text = cli_failure_text(file, failure, &place.line);
    cJSON *notice = cJSON_CreateObject();
    cJSON_AddStringToObject(notice, "level", "error");
    add_text(notice, "message", text);
    add_location(notice, file, place);
    cJSON_AddItemToArray(sarif->failures, notice);
}

static void add(CliFindings *findings, const char *file, const GPtrArray *found,
                const char *failure)
{
    for (guint i = 0; found != NULL && i < found->len; i++) {
        add_result(findings->state, file, found->pdata[i]);
    }
    if (failure != NULL) {
        add_failure(findings->state, file, failure);
    }
}

/* --- the log ---------------------------------------------------------------------------------- */

static void add_tool(Sarif *sarif, cJSON *run, const char *name)
{
    cJSON *driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
    cJSON_AddStringToObject(driver, "name", name);
    cJSON_AddStringToObject(driver, "semanticVersion", FAIRIES_VERSION);
    cJSON_AddItemToObject(driver, "rules", g_steal_pointer(&sarif->rules));
}

static void add_invocation(Sarif *sarif, cJSON *run)
{
    cJSON *invocation = cJSON_CreateObject();
    cJSON_AddBoolToObject(invocation, "executionSuccessful",
                          cJSON_GetArraySize(sarif->failures) == 0);
    cJSON_AddItemToObject(invocation, "toolExecutionNotifications",
                          g_steal_pointer(&sarif->failures));
    cJSON_AddItemToArray(cJSON_AddArrayToObject(run, "invocations"), invocation);
}

static void end(CliFindings *findings)
{
    Sarif *sarif = findings->state;
    cJSON *log = cJSON_CreateObject(), *run = cJSON_CreateObject();
    cJSON_AddStringToObject(log, "$schema", SCHEMA);
    cJSON_AddStringToObject(log, "version", "2.1.0");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(log, "runs"), run);
    add_tool(sarif, run, findings->name);
    add_invocation(sarif, run);
    cJSON *root = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "originalUriBaseIds"), ROOT);
    add_text(root, "description", "The folder in which the command ran.");
    cJSON_AddStringToObject(run, "columnKind", "unicodeCodePoints");
    cJSON_AddItemToObject(run, "results", g_steal_pointer(&sarif->results));
    cli_print_json(stdout, log);
}

const CliFindingsFormat cli_findings_sarif = {begin, add, end, free_sarif};
