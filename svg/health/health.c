/* Tries what svg/ stands on. */
#include "document/xml.h"
#include "geometry/text_engine.h"
#include "layout/client.h"
#include "layout/layout.h"
#include "render/client.h"
#include "render/process.h"
#include "render/protocol.h"

#include <svg/health.h>
#include <svg/render.h>

#include <string.h>

#define TIMEOUT_MS 10000
#define MAX_WORDS  4096

#define REINSTALL "reinstall fairies"

/* Says it, and frees `found`. */
static void say(SvgHealthFunc func, gpointer data, SvgHealth health, const char *what, char *found,
                const char *fix)
{
    SvgHealthItem item = {health, what, found, fix};
    func(&item, data);
    g_free(found);
}

static void check_xml(SvgHealthFunc func, gpointer data)
{
    const SvgXml *xml = svg_xml_load(NULL);
    if (!xml) {
        say(func, data, SVG_HEALTH_BAD, "libxml2",
            g_strdup("can't be loaded; no drawing can be read"),
            "install libxml2 (Debian: libxml2)");
        return;
    }
    int version = (int)g_ascii_strtoll(*xml->__xmlParserVersion(), NULL, 10); /* 20914 */
    say(func, data, SVG_HEALTH_GOOD, "libxml2",
        g_strdup_printf("%d.%d.%d", version / 10000, version / 100 % 100, version % 100), NULL);
}

/* --- text ------------------------------------------------------------------------------------- */

static void check_fonts(const SvgTextEngine *engine, SvgHealthFunc func, gpointer data)
{
    g_autofree char *sans = NULL;
    guint n = engine->fonts(&sans);
    say(func, data, n > 0 ? SVG_HEALTH_GOOD : SVG_HEALTH_BAD, "fonts",
        n > 0 ? g_strdup_printf("%u files; sans-serif is %s", n, sans)
              : g_strdup("there are none, so no text can be shown"),
        n > 0 ? NULL : "install a font (Debian: fonts-dejavu-core)");
}

static void check_text(SvgHealthFunc func, gpointer data)
{
    static const struct {
        SvgTextEngineKind kind;
        const char *without, *fix;
    } engines[] = {
        {SVG_TEXT_LATIN, "libfairies-latin.so can't be loaded; texts are measured more slowly",
         REINSTALL ", and install HarfBuzz and fontconfig (Debian: libharfbuzz0b libfontconfig1)"},
        {SVG_TEXT_ANY, "libfairies-text.so can't be loaded; sizes of texts are estimates",
         REINSTALL ", and install pango (Debian: libpangoft2-1.0-0)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(engines); i++) {
        const SvgTextEngine *engine = svg_text_engine_get(engines[i].kind);
        char *libraries = engine && engine->libraries ? engine->libraries() : NULL;
        say(func, data, libraries ? SVG_HEALTH_GOOD : SVG_HEALTH_WARNING, "text",
            libraries ? libraries : g_strdup(engines[i].without),
            libraries ? NULL : engines[i].fix);
        if (engine && engine->fonts) {
            check_fonts(engine, func, data);
        }
    }
}

/* --- helpers ---------------------------------------------------------------------------------- */

/* What a helper says of itself, a line for each of "NAME VERSION"; NULL when it says nothing. */
static char *ask_helper(const char *helper, GError **error)
{
    const char *const argv[] = {helper, "--" RENDER_OPTION_VERSION, NULL};
    g_auto(GStrv) environment = svg_render_environment();
    const SvgProcess process = {.argv = argv,
                                .environment = (const char *const *)environment,
                                .max_output = MAX_WORDS,
                                .timeout_ms = TIMEOUT_MS};
    SvgRun *run = svg_run_start(&process, error);
    if (!run) {
        return NULL;
    }
    g_autoptr(GBytes) nothing = g_bytes_new(NULL, 0);
    g_auto(SvgProcessResult) result = {0};
    svg_run_finish(run, nothing, &result);
    gsize len;
    const char *words = g_bytes_get_data(result.output, &len);
    if (result.end != SVG_PROCESS_EXITED || result.code != 0 || len == 0) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "%s can't be run%s%s", helper,
                    *result.message ? ": " : "", result.message);
        return NULL;
    }
    return g_strndup(words, len);
}

static void tell_versions(const char *name, const char *helper, const char *words,
                          SvgHealthFunc func, gpointer data)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    const char *own = "fairies " FAIRIES_VERSION;
    gboolean same = g_strv_contains((const char *const *)lines, own);
    say(func, data, same ? SVG_HEALTH_GOOD : SVG_HEALTH_BAD, name,
        same ? g_strdup(helper)
             : g_strdup_printf("%s is of another version than this program (%s)", helper,
                               FAIRIES_VERSION),
        same ? NULL : REINSTALL);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) parts = g_strsplit(*line, " ", 2);
        if (parts[0] && parts[1] && !g_str_equal(parts[0], "fairies")) {
            say(func, data, SVG_HEALTH_GOOD, parts[0], g_strdup(parts[1]), NULL);
        }
    }
}

/* --- pictures --------------------------------------------------------------------------------- */

/* Shapes and a text: what pictures are made of. */
static void check_picture(SvgHealthFunc func, gpointer data)
{
    static const char drawing[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><rect width=\"40\" "
        "height=\"20\" fill=\"#ccc\"/><text x=\"2\" y=\"15\">ok</text></svg>";
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) svg = g_bytes_new_static(drawing, sizeof drawing - 1);
    const SvgRenderOptions options = {.view = {0, 0, 40, 20}, .timeout_ms = TIMEOUT_MS};
    gint64 start = g_get_monotonic_time();
    g_autoptr(GBytes) picture = svg_render_bytes(svg, &options, 1, &error);
    say(func, data, picture ? SVG_HEALTH_GOOD : SVG_HEALTH_BAD, "pictures",
        picture
            ? g_strdup_printf("drawn in %.0f ms", (double)(g_get_monotonic_time() - start) / 1000)
            : g_strdup(error->message),
        picture ? NULL : REINSTALL ", and install librsvg (Debian: librsvg2-2)");
}

static void check_render(SvgHealthFunc func, gpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *helper = svg_render_find_helper(&error);
    g_autofree char *words = helper ? ask_helper(helper, &error) : NULL;
    if (!words) {
        say(func, data, SVG_HEALTH_BAD, "fairy-render", g_strdup(error->message),
            helper ? REINSTALL ", and install librsvg (Debian: librsvg2-2)" : REINSTALL);
        return;
    }
    tell_versions("fairy-render", helper, words, func, data);
    check_picture(func, data);
}

/* --- arranging -------------------------------------------------------------------------------- */

/* With an engine of each plug-in. */
static gboolean can_arrange(GError **error)
{
    SvgLayoutNode nodes[] = {{.w = 2, .h = 1, .cluster = -1}, {.w = 2, .h = 1, .cluster = -1}};
    SvgLayoutGraph graph = {.engine = SVG_LAYOUT_LAYERED, .gap = 1, .nodes = nodes, .n_nodes = 2};
    gboolean ok = svg_layout_run(&graph, error);
    graph.engine = SVG_LAYOUT_FORCE;
    return ok && svg_layout_run(&graph, error);
}

static void check_layout(SvgHealthFunc func, gpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *helper = svg_layout_find_helper(&error);
    g_autofree char *words = helper ? ask_helper(helper, &error) : NULL;
    if (words) {
        tell_versions("fairy-layout", helper, words, func, data);
    }
    if (!words || !can_arrange(&error)) {
        say(func, data, SVG_HEALTH_BAD, "fairy-layout", g_strdup(error->message),
            helper ? REINSTALL ", and install Graphviz (Debian: libgvc6)" : REINSTALL);
    }
}

void svg_health(SvgHealthFunc func, gpointer data)
{
    check_xml(func, data);
    check_text(func, data);
    check_render(func, data);
    check_layout(func, data);
}
