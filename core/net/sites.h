/* The sites there are, and the few fields of their answers that we keep. */
#pragma once

#include <fairy/error.h>

#include <cjson/cJSON.h>

typedef enum {
    FAIRY_KEEP_TEXT,
    FAIRY_KEEP_NUMBER,
    FAIRY_KEEP_TEXTS, /* a list of texts, or the texts in an object */
    FAIRY_KEEP_NAMES, /* the "name" of each object in an object */
    FAIRY_KEEP_LINK,  /* a text that is an https address on the site itself */
} FairyKeep;

typedef struct {
    const char *name; /* in what we tell */
    FairyKeep keep;
    const char *path; /* in the answer: "name.common" */
} FairyStoredEntry;

typedef struct {
    const char *host;
    const char *path;             /* "/v3.1/alpha/" */
    const char *query;            /* "?fields=…", or "" */
    const FairyStoredEntry *kept; /* ends with a row without name */
} FairySite;

/* A country by its two letters. */
extern const FairySite fairy_site_countries;
/* A random article of an encyclopedia. */
extern const FairySite fairy_site_articles;

/* What is kept of an answer, cut to sane lengths, without control characters; the caller's. NULL
 * with FAIRY_ERROR_MODEL (a clause about the answer: "didn't answer in JSON") when there is nothing
 * to keep. */
cJSON *fairy_site_reduce(const FairySite *site, const char *answer, gsize len, GError **error);
