/* A line by which another process asks something of a run. Private to core/host. */
#pragma once

#include <fairy/error.h>

#include <cjson/cJSON.h>

typedef enum {
    FAIRY_ASKED_TELL,
    FAIRY_ASKED_STOP,
    FAIRY_ASKED_WATCH,
    FAIRY_ASKED_ADD,
    FAIRY_ASKED_REMOVE,
    FAIRY_ASKED_LEAD,
    FAIRY_ASKED_COUNT
} FairyAsked;

typedef struct {
    FairyAsked what;
    const char *fairy; /* id or name of the fairy that is meant, ADD: the name that it is to have;
                          NULL = whoever is there, ADD: any; never NULL for REMOVE and LEAD */
    const char *words; /* TELL */
    const cJSON *id;   /* a number that the answer repeats; NULL = none */
    cJSON *json;       /* what the others are borrowed from */
} FairyRequestLine;

/* Reads a line, which is UTF-8. Free with fairy_request_line_clear(). Returns FALSE with
 * FAIRY_ERROR_CONTROL if it isn't a request. Words that are too long or empty are one. */
gboolean fairy_request_line_read(const char *line, FairyRequestLine *request, GError **error);
void fairy_request_line_clear(FairyRequestLine *request);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyRequestLine, fairy_request_line_clear)
/* Returns the line of such a request. Free with g_free(). */
char *fairy_request_line(FairyAsked what, const char *fairy, const char *words);
