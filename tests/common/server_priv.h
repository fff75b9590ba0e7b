/* What the two files of the server share. */
#pragma once

#include "common/server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

typedef struct {
    char *method, *path; /* method NULL: any */
    char *asked;         /* that the request has; NULL: any */
    GPtrArray *steps;    /* of char *: lines of the script */
    gboolean given;
} TestAnswer;

struct _TestServer {
    GSocket *socket;
    GCancellable *stop;
    GThread *thread;
    guint port;
    char *base, *log;
    GPtrArray *answers, *requests;
    GMutex lock; /* for the requests, the log and what was given */
    gint n_left;
};

/* A connection. */
typedef struct {
    TestServer *server;
    GSocket *socket;
    GString *in; /* read, and not yet part of a request */
    guint number;
    gboolean left; /* the client is gone */
} TestVisit;

gboolean test_step_is_known(const char *line, gsize word);
/* `answer` NULL: "404 Not Found". FALSE when the connection is over. */
gboolean test_answer_give(TestVisit *visit, const TestAnswer *answer);
