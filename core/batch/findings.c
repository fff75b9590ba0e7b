/* Findings: lints with their places, and what a batch would change. */
#include <fairy/finding.h>
#include <svg/lint.h>

#include <cjson/cJSON.h>

void fairy_finding_free(gpointer data)
{
    FairyFinding *finding = data;
    g_free(finding->message);
    g_strfreev(finding->ids);
    g_free(finding);
}

static FairyFinding *finding_of(SvgDocument *doc, SvgLint *lint)
{
    FairyFinding *finding = g_new(FairyFinding, 1);
    *finding = (FairyFinding){.kind = svg_lint_name(lint->type),
                              .says = svg_lint_says(lint->type),
                              .fix = svg_lint_fix(lint->type),
                              .message = g_steal_pointer(&lint->message),
                              .ids = g_steal_pointer(&lint->ids)};
    finding->place = svg_document_position_of(doc, finding->ids[0]);
    return finding;
}

static GPtrArray *findings_of(SvgDocument *doc, const GPtrArray *lints)
{
    GPtrArray *findings = g_ptr_array_new_with_free_func(fairy_finding_free);
    for (guint i = 0; i < lints->len; i++) {
        g_ptr_array_add(findings, finding_of(doc, lints->pdata[i]));
    }
    return findings;
}

GPtrArray *fairy_findings(SvgDocument *doc, const SvgBox *view)
{
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, view, NULL);
    return findings_of(doc, lints);
}

GPtrArray *fairy_findings_of_house(SvgDocument *doc, const SvgHouse *house)
{
    g_autoptr(GPtrArray) lints = svg_document_house_lints(doc, house);
    return findings_of(doc, lints);
}

static gsize common_length(GBytes *one, GBytes *other)
{
    gsize n_one, n_other, n = 0;
    const char *a = g_bytes_get_data(one, &n_one), *b = g_bytes_get_data(other, &n_other);
    while (n < n_one && n < n_other && a[n] == b[n]) {
        n++;
    }
    return n;
}

FairyFinding *fairy_finding_of_change(SvgDocument *doc, guint actions)
{
    if (!svg_document_is_changed(doc)) {
        return NULL;
    }
    g_autoptr(GBytes) was = svg_document_as_read(doc), is = svg_document_print_utf8(doc);
    FairyFinding *finding = g_new(FairyFinding, 1);
    *finding = (FairyFinding){.kind = FAIRY_FINDING_CHANGE,
                              .says = "A batch would change the drawing.",
                              .fix = "Run it with -i, and keep what it wrote.",
                              .place = svg_document_position(doc, common_length(was, is))};
    finding->message =
        g_strdup_printf("%u action%s would change it.", actions, actions == 1 ? "" : "s");
    return finding;
}

cJSON *fairy_finding_json(const FairyFinding *finding)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "type", finding->kind);
    cJSON *ids = cJSON_AddArrayToObject(json, "shapeIds");
    for (char **id = finding->ids; id && *id; id++) {
        cJSON_AddItemToArray(ids, cJSON_CreateString(*id));
    }
    cJSON_AddStringToObject(json, "message", finding->message);
    if (finding->fix) {
        cJSON_AddStringToObject(json, "fix", finding->fix);
    }
    cJSON_AddNumberToObject(json, "line", finding->place.line);
    cJSON_AddNumberToObject(json, "column", finding->place.column);
    return json;
}
