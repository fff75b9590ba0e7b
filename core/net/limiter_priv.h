/* What a limiter knows of each server and key. For net/gate.c alone, which has its lock. */
#pragma once

#include <fairy/limiter.h>

/* A server with a key. Times are µs of the limiter's clock. */
typedef struct {
    FairyLimiter *limiter;
    char *id;
    gint64 until, closed; /* nobody goes before; when that was said last */
    gint64 reopened;      /* the first went after that */
    guint n_repeats;      /* refused again after a wait, in a row */
    gconstpointer first;  /* who went and wasn't heard of yet: the next wait for it; or NULL */
    gint64 since, pause;  /* it went, and how long it is waited for */
    gint64 step;          /* the pause after the next that goes; 0 = none is needed */
    gint64 next_request, next_tokens; /* the rate allows the next */
    guint n_tickets, n_waiting;       /* who wants to ask; of these, who is in line */
} FairyGate;

/* What one wants to ask, or has asked. */
typedef struct {
    gint64 went;    /* 0 = it hasn't */
    gint64 doubted; /* 0 = it wasn't */
    guint64 tokens; /* of the prompt */
    guint64 charged;
} FairyPassage;

struct _FairyLimiter {
    gatomicrefcount refs;
    FairyClockFunc clock;
    gpointer clock_data;
    GMutex lock;         /* of all that follows */
    GHashTable *by_id;   /* of FairyGate */
    GPtrArray *contexts; /* GMainContext of each user, to be woken; not held */
    guint64 n_numbers;
    guint requests, tokens; /* a minute; 0 = any */
    double output;          /* tokens of an answer, as those before had */
};

gint64 fairy_limiter_now(const FairyLimiter *limiter);
/* The gate of that name ("provider", then the key), of which a digest is kept; made where there is
 * none. */
FairyGate *fairy_limiter_gate(FairyLimiter *limiter, const char *name, gint64 now);
/* Whoever is in line looks again. */
void fairy_limiter_wake(FairyLimiter *limiter);

/* When the next may go. */
gint64 fairy_gate_due(const FairyGate *gate);
void fairy_gate_let_go(FairyGate *gate, FairyPassage *passage, gint64 now);
void fairy_gate_doubt(FairyGate *gate, FairyPassage *passage, gint64 now);
void fairy_gate_close(FairyGate *gate, FairyPassage *passage, gint64 ms, gint64 now);
void fairy_gate_pass(FairyGate *gate, const FairyPassage *passage);
/* So many tokens it was in truth. */
void fairy_gate_settle(FairyGate *gate, FairyPassage *passage, guint64 tokens);
