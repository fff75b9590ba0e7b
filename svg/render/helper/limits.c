/* Limits of this process, which none of its libraries can lift. */
#include "limits.h"

#include <sys/resource.h>

#include <unistd.h>

static void limit(int resource, rlim_t value)
{
    struct rlimit old;
    if (getrlimit(resource, &old) != 0) {
        return;
    }
    rlim_t most = old.rlim_max == RLIM_INFINITY ? value : MIN(value, old.rlim_max);
    setrlimit(resource, &(struct rlimit){.rlim_cur = most, .rlim_max = most});
}

void limits_set(int cpu_s, guint memory_gib)
{
    /* What the caller had open is none of our business. */
    close_range(STDERR_FILENO + 1, ~0u, 0);
    limit(RLIMIT_CORE, 0);
    if (cpu_s > 0) {
        limit(RLIMIT_CPU, (rlim_t)cpu_s);
    }
    /* The sanitizer's shadow memory alone takes terabytes of address space. */
    if (!ADDRESS_SANITIZER) {
        limit(RLIMIT_AS, (rlim_t)memory_gib << 30);
    }
}
