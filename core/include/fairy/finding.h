/* What a check has to say of a drawing, and where in its file: what compilers' lines, SARIF and the
 * like are made of. */
#pragma once

#include <svg/document.h>
#include <svg/house.h>

#include <cjson/cJSON.h>

typedef struct {
    const char *kind;  /* "near-miss"; static, and so are … */
    const char *says;  /* … what such a finding says in general, and … */
    const char *fix;   /* … what would put it right; NULL = that isn't known */
    char *message;     /* a sentence */
    char **ids;        /* of what it is about; NULL = the whole drawing */
    SvgPosition place; /* of the first of these, in the text that was read */
} FairyFinding;

/* FairyBatchOptions.to is FAIRY_BATCH_NOWHERE, and the drawing would be changed. */
#define FAIRY_FINDING_CHANGE "would-change"

/* Returns what svg_document_lints() finds, as FairyFinding; free with g_ptr_array_unref(). The
 * document must not have been changed. */
GPtrArray *fairy_findings(SvgDocument *doc, const SvgBox *view);
/* The same of what svg_document_house_lints() finds. */
GPtrArray *fairy_findings_of_house(SvgDocument *doc, const SvgHouse *house);
/* Returns one that says where a document would be changed first, by so many actions; free with
 * fairy_finding_free(). NULL if it wasn't changed. */
FairyFinding *fairy_finding_of_change(SvgDocument *doc, guint actions);
void fairy_finding_free(gpointer data);
/* Returns {"type":…,"shapeIds":[…],"message":…,"fix":…,"line":N,"column":N}; free with
 * cJSON_Delete(). */
cJSON *fairy_finding_json(const FairyFinding *finding);
