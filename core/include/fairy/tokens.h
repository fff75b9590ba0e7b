/* How much text costs a model. */
#pragma once

#include <glib.h>

/* About how many tokens the UTF-8 text has: an estimate for budgets, the same everywhere. Per cent
 * off o200k_base, and how that was measured: core/view/README.md. One look at every byte. */
gsize fairy_tokens(const char *text, gsize len);
/* About how many there are at the least, as tokenizers cut text into words, every three digits and
 * runs of signs before they look for tokens in it. Where words are short it is more than the
 * estimate, which is a mean, and nearer. */
gsize fairy_tokens_least(const char *text, gsize len);
