/* Estimates of how many tokens a model counts for a text. */
#pragma once

#include <glib.h>

/* Estimates how many tokens the first `len` bytes of `text` (UTF-8) are: the same number on every
 * machine, from one pass over the bytes. core/base/README.md says how far it is from o200k_base,
 * and how that was measured. */
gsize fairy_tokens(const char *text, gsize len);
/* Estimates a lower bound in the same way: tokenizers split text at words, after every three digits
 * and at runs of punctuation before they look up tokens, so that there are at least as many. For
 * text with short words it is larger than the estimate, which is a mean, and closer. */
gsize fairy_tokens_least(const char *text, gsize len);
