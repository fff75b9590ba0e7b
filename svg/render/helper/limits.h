/* What a helper program may take of the machine: fairy-render and fairy-layout. */
#pragma once

#include <glib.h>

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif
#ifndef ADDRESS_SANITIZER
#define ADDRESS_SANITIZER 0
#endif

/* For the rest of this process: seconds of processor time (0: any number), address space, no core
 * file, and nothing open but the three standard descriptors. Limits that are lower already stay. */
void limits_set(int cpu_s, guint memory_gib);
