/* Reads recordings: all of the file is checked once, a line at a time, and then what came of each
 * request can be walked through. Only where lines are is kept in memory. Private to core/. */
#pragma once

#include "model/profile.h"

#include <fairy/error.h>
#include <fairy/fault.h>

typedef struct _FairyRecorded FairyRecorded;

/* NULL with FAIRY_ERROR_RECORDING, "FILE:LINE: …", when it can't be read, isn't a recording, or is
 * damaged. A recording that ends early is whole lines, and good: of a request that was under way
 * there is no end. */
FairyRecorded *fairy_recorded_open(const char *path, GError **error);
/* The same for an open file, which it takes; `name` stands in messages. */
FairyRecorded *fairy_recorded_new(int fd, const char *name, GError **error);
void fairy_recorded_free(FairyRecorded *recorded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyRecorded, fairy_recorded_free)

/* As it stands in messages. */
const char *fairy_recorded_name(const FairyRecorded *recorded);
guint64 fairy_recorded_seed(const FairyRecorded *recorded);

/* What was asked; the recorded's. */
typedef struct {
    guint line;
    gint64 at; /* ms from the start of the recording */
    char *model;
    FairyProfile *profile; /* NULL: bytes are the reply */
    char *digest;          /* fairy_body_digest() */
    GDateTime *time;       /* that it told; NULL = none */
    char *mark;            /* of its fences; NULL = none */
} FairyRecordedRequest;

guint fairy_recorded_requests(const FairyRecorded *recorded);
/* By number, from 1 to fairy_recorded_requests(). */
const FairyRecordedRequest *fairy_recorded_request(const FairyRecorded *recorded, guint number);

typedef enum {
    FAIRY_RECORDED_HEAD,
    FAIRY_RECORDED_BYTES,
    FAIRY_RECORDED_END,       /* last; `fault` is what the transport saw */
    FAIRY_RECORDED_CANCELLED, /* last: we ended it */
    FAIRY_RECORDED_CUT,       /* last: the recording has no more of it */
} FairyRecordedKind;

typedef struct {
    FairyRecordedKind kind;
    guint line; /* FAIRY_RECORDED_CUT: the last of the file */
    gint64 at;  /* ms from the start of the recording */
    int status;
    char **headers; /* "name: value" */
    GBytes *bytes;
    FairyFault fault;
} FairyRecordedEvent;

/* The first, or the next, of what came of a request; the caller's to clear. FALSE with
 * FAIRY_ERROR_RECORDING when the file isn't any more what it was. After the last one that comes
 * again. */
gboolean fairy_recorded_next(FairyRecorded *recorded, guint number, FairyRecordedEvent *event,
                             GError **error);
void fairy_recorded_event_clear(FairyRecordedEvent *event);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyRecordedEvent, fairy_recorded_event_clear)
