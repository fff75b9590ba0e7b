/* Finds and loads the module that shapes text. */
#include "geometry/text_engine.h"

#include "document/installed.h"

#include <dlfcn.h>

#define MODULE          "libfairies-text.so"
#define MODULE_VARIABLE "FAIRIES_TEXT"

static const SvgTextEngine *loaded;

static const SvgTextEngine *open_module(const char *path, char **why)
{
    /* Never closed: GObject's types can't be unregistered. */
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const SvgTextEngine *engine = module ? dlsym(module, SVG_TEXT_ENGINE_SYMBOL) : NULL;

    if (engine && engine->version == SVG_TEXT_ENGINE_VERSION) {
        return engine;
    }
    g_free(*why);
    *why = engine ? g_strdup_printf("%s is of another version", path) : g_strdup(dlerror());
    return NULL;
}

static const SvgTextEngine *find_module(void)
{
    const char *named = g_getenv(MODULE_VARIABLE);
    g_autofree char *path = named && *named ? g_strdup(named) : svg_installed_file(MODULE);
    g_autofree char *why = NULL;
    const SvgTextEngine *engine = path ? open_module(path, &why) : NULL;

    if (engine) {
        return engine;
    }
    g_message(
        "%s can't be loaded, so the sizes of texts are estimates (%s): reinstall, or set " MODULE_VARIABLE
        " to its path",
        MODULE, why ? why : "it isn't where it was installed");
    return &svg_text_estimate;
}

const SvgTextEngine *svg_text_engine_get(void)
{
    if (!loaded) {
        loaded = find_module();
    }
    return loaded;
}

const SvgTextEngine *svg_text_engine_peek(void)
{
    return loaded;
}
