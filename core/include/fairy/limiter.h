/* A limiter: when servers may be asked, for all who use it, in whichever threads. Where a server
 * says how long to wait, nobody asks it with the same key before that time; and a rate can be kept.
 * Networks (<fairy/network.h>) are made with one. */
#pragma once

#include <fairy/clock.h>

typedef struct _FairyLimiter FairyLimiter;

/* `clock` says the time by which waiting is counted, and is called from all threads that use the
 * limiter; NULL is fairy_clock_monotonic(). For fairy_limiter_unref(). */
FairyLimiter *fairy_limiter_new(FairyClockFunc clock, gpointer clock_data);
FairyLimiter *fairy_limiter_ref(FairyLimiter *limiter);
/* Takes NULL. */
void fairy_limiter_unref(FairyLimiter *limiter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyLimiter, fairy_limiter_unref)

/* So many requests and tokens a minute are sent to each server with the same key, evenly: what
 * isn't used isn't saved up. 0 = no limit. Tokens are those of the prompt, as estimated, and of
 * answers as long as the ones before; what they really were is set right afterwards. To be called
 * before anything is sent. */
void fairy_limiter_set_rate(FairyLimiter *limiter, guint requests, guint tokens);
