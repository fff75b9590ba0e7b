/* Who stands in line in one main context; a source lets them go when the limiter does. */
#include "net/gate.h"

#include "net/limiter_priv.h"

struct _FairyTicket {
    FairyPassage passage;
    FairyGates *gates;
    FairyGate *gate;
    guint64 number;
    gboolean waits; /* in line */
    FairyTicketFunc func;
    gpointer data;
};

typedef struct {
    GSource source;
    FairyGates *gates;
} Source;

struct _FairyGates {
    FairyLimiter *limiter;
    GMainContext *context;
    GSource *source;
    GQueue line; /* of FairyTicket, by number, whichever gate they are for */
};

static void lock(const FairyGates *gates)
{
    g_mutex_lock(&gates->limiter->lock);
}

static void unlock(const FairyGates *gates)
{
    g_mutex_unlock(&gates->limiter->lock);
}

/* --- letting go ------------------------------------------------------------------------------- */

/* Of those in line here the one whose turn is next; NULL: nobody waits. */
static FairyTicket *next_of(const FairyGates *gates, gint64 *due)
{
    FairyTicket *next = NULL;
    const FairyGate *seen = NULL;
    *due = G_MAXINT64;
    for (const GList *at = gates->line.head; at; at = at->next) {
        FairyTicket *ticket = at->data;
        if (ticket->gate != seen && fairy_gate_due(ticket->gate) < *due) {
            *due = fairy_gate_due(ticket->gate);
            next = ticket;
        }
        seen = ticket->gate;
    }
    return next;
}

/* µs until somebody may go; G_MAXINT64: nobody waits. */
static gint64 time_left(const FairyGates *gates)
{
    gint64 due = G_MAXINT64;
    if (gates->line.length) { /* which only this thread changes */
        lock(gates);
        next_of(gates, &due);
        unlock(gates);
    }
    return due == G_MAXINT64 ? due : MAX(due - fairy_limiter_now(gates->limiter), 0);
}

static gboolean prepare(GSource *source, gint *timeout_ms)
{
    gint64 left = time_left(((Source *)source)->gates);
    *timeout_ms = left == G_MAXINT64 ? -1 : (gint)MIN((left + 999) / 1000, G_MAXINT);
    return left == 0;
}

static gboolean check(GSource *source)
{
    return time_left(((Source *)source)->gates) == 0;
}

static void leave_line(FairyTicket *ticket)
{
    g_queue_remove(&ticket->gates->line, ticket);
    ticket->gate->n_waiting--;
    ticket->waits = FALSE;
}

static FairyTicket *let_go(FairyGates *gates)
{
    gint64 now = fairy_limiter_now(gates->limiter), due;
    lock(gates);
    FairyTicket *ticket = next_of(gates, &due);
    if (due > now) {
        ticket = NULL;
    } else {
        leave_line(ticket);
        fairy_gate_let_go(ticket->gate, &ticket->passage, now);
    }
    unlock(gates);
    return ticket;
}

static gboolean dispatch(GSource *source, GSourceFunc func, gpointer data)
{
    (void)func, (void)data;
    FairyTicket *ticket = let_go(((Source *)source)->gates);
    if (ticket) {
        ticket->func(ticket->data); /* may free all of this */
    }
    return G_SOURCE_CONTINUE;
}

/* --- gates ------------------------------------------------------------------------------------ */

FairyGates *fairy_gates_new(FairyLimiter *limiter)
{
    static GSourceFuncs funcs = {.prepare = prepare, .check = check, .dispatch = dispatch};
    FairyGates *gates = g_new0(FairyGates, 1);
    gates->limiter = fairy_limiter_ref(limiter);
    gates->context = g_main_context_ref_thread_default();
    gates->source = g_source_new(&funcs, sizeof(Source));
    ((Source *)gates->source)->gates = gates;
    g_source_set_can_recurse(gates->source, TRUE); /* who is called may run the loop */
    g_source_attach(gates->source, gates->context);
    lock(gates);
    g_ptr_array_add(limiter->contexts, gates->context);
    unlock(gates);
    return gates;
}

void fairy_gates_free(FairyGates *gates)
{
    if (gates) {
        lock(gates);
        g_ptr_array_remove_fast(gates->limiter->contexts, gates->context);
        unlock(gates);
        g_source_destroy(gates->source);
        g_source_unref(gates->source);
        g_main_context_unref(gates->context);
        fairy_limiter_unref(gates->limiter);
        g_free(gates);
    }
}

/* --- tickets ---------------------------------------------------------------------------------- */

static int compare_tickets(gconstpointer a, gconstpointer b, gpointer data)
{
    (void)data;
    guint64 first = ((const FairyTicket *)a)->number, second = ((const FairyTicket *)b)->number;
    return (first > second) - (first < second);
}

static void join_line(FairyTicket *ticket)
{
    ticket->waits = TRUE;
    ticket->gate->n_waiting++;
    g_queue_insert_sorted(&ticket->gates->line, ticket, compare_tickets, NULL);
}

FairyTicket *fairy_ticket_new(FairyGates *gates, const char *name, guint64 tokens,
                              FairyTicketFunc func, gpointer data)
{
    FairyLimiter *limiter = gates->limiter;
    gint64 now = fairy_limiter_now(limiter);
    FairyTicket *ticket = g_new0(FairyTicket, 1);
    lock(gates);
    *ticket = (FairyTicket){.passage = {.tokens = tokens},
                            .gates = gates,
                            .gate = fairy_limiter_gate(limiter, name, now),
                            .number = limiter->n_numbers++,
                            .func = func,
                            .data = data};
    ticket->gate->n_tickets++;
    if (fairy_gate_due(ticket->gate) <= now && !ticket->gate->n_waiting) {
        fairy_gate_let_go(ticket->gate, &ticket->passage, now);
    } else {
        join_line(ticket);
    }
    unlock(gates);
    return ticket;
}

gboolean fairy_ticket_may_go(const FairyTicket *ticket)
{
    return !ticket->waits;
}

gint64 fairy_ticket_wait_ms(const FairyTicket *ticket)
{
    gint64 now = fairy_limiter_now(ticket->gates->limiter);
    lock(ticket->gates);
    gint64 until = ticket->gate->until;
    unlock(ticket->gates);
    return until > now ? (until - now + 999) / 1000 : 0;
}

void fairy_ticket_doubt(FairyTicket *ticket)
{
    gint64 now = fairy_limiter_now(ticket->gates->limiter);
    lock(ticket->gates);
    fairy_gate_doubt(ticket->gate, &ticket->passage, now);
    unlock(ticket->gates);
}

void fairy_ticket_refuse(FairyTicket *ticket, gint64 ms)
{
    gint64 now = fairy_limiter_now(ticket->gates->limiter);
    lock(ticket->gates);
    fairy_gate_close(ticket->gate, &ticket->passage, ms, now);
    join_line(ticket);
    unlock(ticket->gates);
}

void fairy_ticket_pass(FairyTicket *ticket)
{
    lock(ticket->gates);
    fairy_gate_pass(ticket->gate, &ticket->passage);
    fairy_limiter_wake(ticket->gates->limiter);
    unlock(ticket->gates);
}

void fairy_ticket_settle(FairyTicket *ticket, guint64 tokens)
{
    lock(ticket->gates);
    fairy_gate_settle(ticket->gate, &ticket->passage, tokens);
    fairy_limiter_wake(ticket->gates->limiter);
    unlock(ticket->gates);
}

void fairy_ticket_free(FairyTicket *ticket)
{
    if (!ticket) {
        return;
    }
    FairyGates *gates = ticket->gates;
    FairyGate *gate = ticket->gate;
    lock(gates);
    gate->first = gate->first == &ticket->passage ? NULL : gate->first;
    if (ticket->waits) {
        leave_line(ticket);
    }
    gate->n_tickets--;
    fairy_limiter_wake(gates->limiter);
    unlock(gates);
    g_free(ticket);
}
