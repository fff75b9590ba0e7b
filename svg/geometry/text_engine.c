/* Finds and loads the modules that shape text. */
#include "geometry/text_engine.h"

#include "geometry/text.h"

#include <svg/installed.h>

#include <dlfcn.h>

#define MODULE_VARIABLE "FAIRIES_TEXT" /* the path of libfairies-text; the other is beside it */

static const char *const modules[] = {"libfairies-latin.so", "libfairies-text.so"};

static struct {
    gsize tried; /* once */
    const SvgTextEngine *engine;
} loaded[SVG_TEXT_ENGINES];

static char *module_path(SvgTextEngineKind kind)
{
    const char *named = g_getenv(MODULE_VARIABLE);
    g_autofree char *folder = NULL;

    if (!named || !*named) {
        return svg_installed_file(modules[kind]);
    }
    if (kind == SVG_TEXT_ANY) {
        return g_strdup(named);
    }
    folder = g_path_get_dirname(named);
    return g_build_filename(folder, modules[kind], NULL);
}

static const SvgTextEngine *open_module(SvgTextEngineKind kind, char **why)
{
    g_autofree char *path = module_path(kind);
    /* Never closed: GObject's types can't be unregistered. */
    void *module = path ? dlopen(path, FAIRIES_LOAD) : NULL;
    const SvgTextEngine *engine = module ? dlsym(module, SVG_TEXT_ENGINE_SYMBOL) : NULL;

    if (engine && engine->version == SVG_TEXT_ENGINE_VERSION) {
        return engine;
    }
    *why = engine ? g_strdup_printf("%s is of another version", path)
                  : g_strdup(path ? dlerror() : "it isn't where it was installed");
    return NULL;
}

static const SvgTextEngine *load(SvgTextEngineKind kind)
{
    g_autofree char *why = NULL;
    const SvgTextEngine *engine = open_module(kind, &why);

    if (engine || kind != SVG_TEXT_ANY) {
        return engine;
    }
    g_message("%s can't be loaded, so the sizes of texts are estimates (%s): reinstall, or "
              "set " MODULE_VARIABLE " to its path",
              modules[kind], why);
    return &svg_text_estimate;
}

const SvgTextEngine *svg_text_engine_get(SvgTextEngineKind kind)
{
    if (g_once_init_enter(&loaded[kind].tried)) {
        loaded[kind].engine = load(kind);
        g_once_init_leave(&loaded[kind].tried, 1);
    }
    return loaded[kind].engine;
}

char *svg_text_lacking(const void *font, gsize size, const char *text)
{
    const SvgTextEngine *engine = svg_text_engine_get(SVG_TEXT_ANY);

    return engine->lacking ? engine->lacking(font, size, text) : NULL;
}

void svg_text_engines_cleanup(void)
{
    /* The last first: fontconfig goes when nobody needs it any more. */
    for (guint kind = SVG_TEXT_ENGINES; kind-- > 0;) {
        if (loaded[kind].engine && !loaded[kind].engine->cleanup()) {
            return;
        }
    }
}
