/* "Not before": where a server said to wait, nobody asks it with the same key before its time, and
 * then one asks after the other; and a rate is kept. Gates are for one main context, and a limiter
 * for all. Private to core/. */
#pragma once

#include <fairy/limiter.h>

/* Who waits in a main context, whatever for. */
typedef struct _FairyGates FairyGates;
/* Somebody who wants to ask one of them, for one request. */
typedef struct _FairyTicket FairyTicket;

/* Called from the main context when it is one's turn, never from inside a call of ours. May free
 * the ticket, and make others. */
typedef void (*FairyTicketFunc)(gpointer data);

/* For the thread-default main context. The limiter's clock may run faster or slower than the
 * machine's: it is looked at whenever the context goes round. */
FairyGates *fairy_gates_new(FairyLimiter *limiter);
/* After its tickets. Takes NULL. */
void fairy_gates_free(FairyGates *gates);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyGates, fairy_gates_free)

/* For the gate `name` ("provider", then the key), of which a digest is kept, and a request of so
 * many tokens. Where it is open and nobody stands in line it is the ticket's turn at once, and
 * `func` isn't called for that. */
FairyTicket *fairy_ticket_new(FairyGates *gates, const char *name, guint64 tokens,
                              FairyTicketFunc func, gpointer data);
/* Its turn has come: the request may be sent. */
gboolean fairy_ticket_may_go(const FairyTicket *ticket);
/* How long the server wants the gate closed; 0 = it doesn't, but others may be first. */
gint64 fairy_ticket_wait_ms(const FairyTicket *ticket);
/* The answer has begun and looks as if the server said to wait: nobody goes until that is known,
 * for a second at most. */
void fairy_ticket_doubt(FairyTicket *ticket);
/* The server said to wait, counted from when that began to show. Nobody goes for so long, and a
 * tenth of it at most, so that programs don't come back together; longer, where it said so before
 * and refused who waited. The ticket is in line again, where it was. */
void fairy_ticket_refuse(FairyTicket *ticket, gint64 ms);
/* The server answers: the next may go. Who doesn't hear for so long that a refusal would have come
 * lets the next go, too. */
void fairy_ticket_pass(FairyTicket *ticket);
/* The answer is over; request and answer had so many tokens. 0 = nobody knows. */
void fairy_ticket_settle(FairyTicket *ticket, guint64 tokens);
/* The same, for one who leaves. Takes NULL. */
void fairy_ticket_free(FairyTicket *ticket);
