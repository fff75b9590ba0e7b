/* What answers cost: tokens, and money where the price is known. */
#pragma once

#include <glib.h>

/* Tokens as a provider counts them. */
typedef struct {
    guint64 input;       /* read, but for those below */
    guint64 cache_read;  /* read from the provider's cache */
    guint64 cache_write; /* read, and put into it */
    guint64 output;      /* written, thinking included */
    guint64 thinking;    /* of `output` */
    gboolean estimated;  /* the provider didn't say all: counted by fairy_tokens() */
} FairyUsage;

void fairy_usage_add(FairyUsage *sum, const FairyUsage *more);
/* All of them. */
guint64 fairy_usage_tokens(const FairyUsage *usage);
