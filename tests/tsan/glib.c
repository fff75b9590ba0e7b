/* What GLib orders between threads, told to the thread sanitizer. Distributions' GLib isn't built
 * with it: locks of its own making, and what it keeps within, are unseen. Functions of these names
 * in the program come before the library's, tell, and call those. What GLib does by pthreads
 * (threads, their end, GRecMutex, GRWLock, GPrivate) is seen anyway, and so are atomic operations,
 * which are macros. */
#include <glib-object.h>
#include <sanitizer/tsan_interface.h>

#include <dlfcn.h>

#undef g_once_init_enter
#undef g_once_init_leave

/* Whoever is first looks it up; two at once find the same. */
__attribute__((no_sanitize_thread)) static gpointer found(gpointer *slot, const char *name)
{
    if (!*slot) {
        *slot = dlsym(RTLD_NEXT, name);
    }
    return *slot;
}

/* Defines NAME in the library's place; REAL is the library's. */
#define INSTEAD(type, name, ...) \
    static gpointer name##_slot; \
    __attribute__((visibility("default"))) type name(__VA_ARGS__)
#define REAL(name) ((__typeof__(&(name)))found(&name##_slot, #name))

/* --- locks ------------------------------------------------------------------------------------ */

INSTEAD(void, g_mutex_lock, GMutex *mutex)
{
    REAL(g_mutex_lock)(mutex);
    __tsan_acquire(mutex);
}

INSTEAD(gboolean, g_mutex_trylock, GMutex *mutex)
{
    gboolean locked = REAL(g_mutex_trylock)(mutex);
    if (locked) {
        __tsan_acquire(mutex);
    }
    return locked;
}

INSTEAD(void, g_mutex_unlock, GMutex *mutex)
{
    __tsan_release(mutex);
    REAL(g_mutex_unlock)(mutex);
}

/* It gives the lock away meanwhile. */
INSTEAD(void, g_cond_wait, GCond *cond, GMutex *mutex)
{
    __tsan_release(mutex);
    REAL(g_cond_wait)(cond, mutex);
    __tsan_acquire(mutex);
}

INSTEAD(gboolean, g_cond_wait_until, GCond *cond, GMutex *mutex, gint64 end)
{
    __tsan_release(mutex);
    gboolean signalled = REAL(g_cond_wait_until)(cond, mutex, end);
    __tsan_acquire(mutex);
    return signalled;
}

/* --- made once -------------------------------------------------------------------------------- */

INSTEAD(gboolean, g_once_init_enter, volatile void *location)
{
    gboolean first = REAL(g_once_init_enter)(location);
    __tsan_acquire((void *)location);
    return first;
}

/* The macro's atomic read of the same address acquires. */
INSTEAD(void, g_once_init_leave, volatile void *location, gsize result)
{
    __tsan_release((void *)location);
    REAL(g_once_init_leave)(location, result);
}

/* --- handed over ------------------------------------------------------------------------------ */

INSTEAD(void, g_async_queue_push, GAsyncQueue *queue, gpointer data)
{
    __tsan_release(data);
    REAL(g_async_queue_push)(queue, data);
}

static gpointer taken(gpointer data)
{
    if (data) {
        __tsan_acquire(data);
    }
    return data;
}

INSTEAD(gpointer, g_async_queue_pop, GAsyncQueue *queue)
{
    return taken(REAL(g_async_queue_pop)(queue));
}

INSTEAD(gpointer, g_async_queue_try_pop, GAsyncQueue *queue)
{
    return taken(REAL(g_async_queue_try_pop)(queue));
}

typedef struct {
    GFunc func;
    gpointer data;
} Work;

static void work(gpointer task, gpointer data)
{
    gpointer given = taken(task); /* before what the pool's maker wrote is read */
    const Work *own = data;
    own->func(given, own->data);
}

/* Pools are as long as the program. */
INSTEAD(GThreadPool *, g_thread_pool_new, GFunc func, gpointer data, gint most, gboolean exclusive,
        GError **error)
{
    Work *own = g_new(Work, 1);
    *own = (Work){func, data};
    return REAL(g_thread_pool_new)(work, own, most, exclusive, error);
}

INSTEAD(gboolean, g_thread_pool_push, GThreadPool *pool, gpointer task, GError **error)
{
    __tsan_release(task);
    return REAL(g_thread_pool_push)(pool, task, error);
}

/* --- main contexts ---------------------------------------------------------------------------- */

INSTEAD(guint, g_source_attach, GSource *source, GMainContext *context)
{
    __tsan_release(source);
    return REAL(g_source_attach)(source, context);
}

static __typeof__(g_idle_funcs.dispatch) dispatch_idle, dispatch_timeout;

static gboolean on_idle(GSource *source, GSourceFunc callback, gpointer data)
{
    __tsan_acquire(source);
    return dispatch_idle(source, callback, data);
}

static gboolean on_timeout(GSource *source, GSourceFunc callback, gpointer data)
{
    __tsan_acquire(source);
    return dispatch_timeout(source, callback, data);
}

__attribute__((constructor)) static void watch_contexts(void)
{
    dispatch_idle = g_idle_funcs.dispatch;
    dispatch_timeout = g_timeout_funcs.dispatch;
    g_idle_funcs.dispatch = on_idle;
    g_timeout_funcs.dispatch = on_timeout;
}

/* --- the last of several users ---------------------------------------------------------------- */

/* Whoever frees it does so behind all who let go of it. */
static gpointer let_go(gpointer shared)
{
    if (shared) {
        __tsan_release(shared);
        __tsan_acquire(shared);
    }
    return shared;
}

INSTEAD(void, g_bytes_unref, GBytes *bytes)
{
    REAL(g_bytes_unref)(let_go(bytes));
}

INSTEAD(void, g_atomic_rc_box_release, gpointer box)
{
    REAL(g_atomic_rc_box_release)(let_go(box));
}

INSTEAD(void, g_atomic_rc_box_release_full, gpointer box, GDestroyNotify clear)
{
    REAL(g_atomic_rc_box_release_full)(let_go(box), clear);
}

INSTEAD(void, g_object_unref, gpointer object)
{
    REAL(g_object_unref)(let_go(object));
}
