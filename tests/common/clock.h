/* How long something takes, whatever else the machine does meanwhile. */
#pragma once

#include <glib.h>
#include <time.h>

/* Microseconds of processors that this process has had. */
static inline gint64 test_cpu_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (gint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}
