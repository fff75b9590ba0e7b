/* Gates by the digest of their name, each with its line; one source lets the first of a line go. */
#include "net/gate.h"

#define STEP_US         G_USEC_PER_SEC /* after which the next goes, whatever is heard */
#define FIRST_REPEAT_MS 250            /* at least, where a wait as it was told was too short */
#define MOST_REPEATS    7              /* doublings of that */

typedef struct {
    FairyGates *gates;
    char *id;
    gint64 until, closed; /* µs: nobody goes before; when that was said last */
    guint n_repeats;      /* refused again after a wait, in a row */
    GQueue line;          /* of FairyTicket, by number */
    FairyTicket *first;   /* that went and wasn't heard of yet: the next wait for it; or NULL */
    gint64 since;         /* µs: it went */
    guint n_tickets;
} Gate;

struct _FairyTicket {
    Gate *gate;
    guint64 number;
    gboolean waits; /* in line */
    gint64 went;    /* µs */
    gint64 doubted; /* µs; 0 = it wasn't */
    FairyTicketFunc func;
    gpointer data;
};

typedef struct {
    GSource source;
    FairyGates *gates;
} Source;

struct _FairyGates {
    FairyClockFunc clock;
    gpointer clock_data;
    GHashTable *by_id; /* of Gate, by id */
    GSource *source;
    guint64 n_numbers;
};

static gint64 now_of(const FairyGates *gates)
{
    return gates->clock(gates->clock_data);
}

/* --- letting go ------------------------------------------------------------------------------- */

/* When the first in line goes; G_MAXINT64: nobody waits. */
static gint64 due_of(const Gate *gate)
{
    gint64 step = gate->first ? gate->since + STEP_US : G_MININT64;
    return gate->line.length ? MAX(gate->until, step) : G_MAXINT64;
}

static Gate *first_due(const FairyGates *gates)
{
    GHashTableIter iter;
    gpointer gate;
    Gate *out = NULL;
    g_hash_table_iter_init(&iter, gates->by_id);
    while (g_hash_table_iter_next(&iter, NULL, &gate)) {
        out = !out || due_of(gate) < due_of(out) ? gate : out;
    }
    return out;
}

/* µs until somebody may go; G_MAXINT64: nobody waits. */
static gint64 time_left(const FairyGates *gates)
{
    const Gate *gate = first_due(gates);
    gint64 due = gate ? due_of(gate) : G_MAXINT64;
    return due == G_MAXINT64 ? due : MAX(due - now_of(gates), 0);
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

static void go(FairyTicket *ticket, gint64 now)
{
    ticket->waits = FALSE;
    ticket->went = now;
    ticket->doubted = 0;
}

static gboolean dispatch(GSource *source, GSourceFunc func, gpointer data)
{
    (void)func, (void)data;
    FairyGates *gates = ((Source *)source)->gates;
    Gate *gate = first_due(gates);
    gint64 now = now_of(gates);
    if (gate && due_of(gate) <= now) {
        FairyTicket *ticket = g_queue_pop_head(&gate->line);
        gate->first = ticket;
        gate->since = now;
        go(ticket, now);
        ticket->func(ticket->data); /* may free all of this */
    }
    return G_SOURCE_CONTINUE;
}

/* --- gates ------------------------------------------------------------------------------------ */

static void gate_free(gpointer data)
{
    Gate *gate = data;
    g_free(gate->id);
    g_free(gate);
}

static gboolean is_needless(gpointer id, gpointer data, gpointer now)
{
    (void)id;
    const Gate *gate = data;
    return gate->n_tickets == 0 && gate->until <= *(gint64 *)now;
}

static Gate *gate_of(FairyGates *gates, const char *name, gint64 now)
{
    g_autofree char *id = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
    g_hash_table_foreach_remove(gates->by_id, is_needless, &now);
    Gate *gate = g_hash_table_lookup(gates->by_id, id);
    if (!gate) {
        gate = g_new0(Gate, 1);
        gate->gates = gates;
        gate->id = g_steal_pointer(&id);
        gate->until = gate->closed = G_MININT64;
        g_hash_table_insert(gates->by_id, gate->id, gate);
    }
    return gate;
}

FairyGates *fairy_gates_new(FairyClockFunc clock, gpointer clock_data)
{
    static GSourceFuncs funcs = {.prepare = prepare, .check = check, .dispatch = dispatch};
    FairyGates *gates = g_new0(FairyGates, 1);
    gates->clock = clock;
    gates->clock_data = clock_data;
    gates->by_id = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, gate_free);
    gates->source = g_source_new(&funcs, sizeof(Source));
    ((Source *)gates->source)->gates = gates;
    g_source_set_can_recurse(gates->source, TRUE); /* who is called may run the loop */
    g_source_attach(gates->source, g_main_context_get_thread_default());
    return gates;
}

void fairy_gates_free(FairyGates *gates)
{
    if (gates) {
        g_source_destroy(gates->source);
        g_source_unref(gates->source);
        g_hash_table_unref(gates->by_id);
        g_free(gates);
    }
}

/* --- tickets ---------------------------------------------------------------------------------- */

FairyTicket *fairy_ticket_new(FairyGates *gates, const char *name, FairyTicketFunc func,
                              gpointer data)
{
    gint64 now = now_of(gates);
    FairyTicket *ticket = g_new0(FairyTicket, 1);
    *ticket = (FairyTicket){.gate = gate_of(gates, name, now),
                            .number = gates->n_numbers++,
                            .func = func,
                            .data = data};
    Gate *gate = ticket->gate;
    gate->n_tickets++;
    if (gate->until <= now && !gate->line.length && !gate->first) {
        go(ticket, now);
    } else {
        ticket->waits = TRUE;
        g_queue_push_tail(&gate->line, ticket);
    }
    return ticket;
}

gboolean fairy_ticket_may_go(const FairyTicket *ticket)
{
    return !ticket->waits;
}

gint64 fairy_ticket_wait_ms(const FairyTicket *ticket)
{
    gint64 now = now_of(ticket->gate->gates);
    return ticket->gate->until > now ? (ticket->gate->until - now + 999) / 1000 : 0;
}

void fairy_ticket_doubt(FairyTicket *ticket)
{
    Gate *gate = ticket->gate;
    gate->first = ticket;
    gate->since = ticket->doubted = now_of(gate->gates);
}

static int compare_tickets(gconstpointer a, gconstpointer b, gpointer data)
{
    (void)data;
    guint64 first = ((const FairyTicket *)a)->number, second = ((const FairyTicket *)b)->number;
    return (first > second) - (first < second);
}

/* What was told once, and wasn't enough, is told again: µs. */
static gint64 least_wait(const Gate *gate)
{
    guint n = MIN(gate->n_repeats, MOST_REPEATS);
    return n ? ((gint64)FIRST_REPEAT_MS << (n - 1)) * 1000 : 0;
}

void fairy_ticket_refuse(FairyTicket *ticket, gint64 ms)
{
    Gate *gate = ticket->gate;
    gint64 now = now_of(gate->gates), from = ticket->doubted ? ticket->doubted : now;
    gboolean again = gate->closed != G_MININT64 && ticket->went > gate->closed;
    gate->n_repeats += again;
    gint64 wait = MAX((gint64)((double)ms * 1000 * (1 + g_random_double() / 10)), least_wait(gate));
    gate->until = MAX(gate->until, from + wait);
    gate->closed = now;
    gate->first = gate->first == ticket ? NULL : gate->first;
    ticket->waits = TRUE;
    g_queue_insert_sorted(&gate->line, ticket, compare_tickets, NULL);
}

void fairy_ticket_pass(FairyTicket *ticket)
{
    Gate *gate = ticket->gate;
    if (ticket->went > gate->closed) {
        gate->n_repeats = 0;
    }
    gate->first = gate->first == ticket ? NULL : gate->first;
}

void fairy_ticket_free(FairyTicket *ticket)
{
    if (!ticket) {
        return;
    }
    Gate *gate = ticket->gate;
    gate->first = gate->first == ticket ? NULL : gate->first;
    if (ticket->waits) {
        g_queue_remove(&gate->line, ticket);
    }
    gate->n_tickets--;
    g_free(ticket);
}
