/* fairy-layout: places the nodes of a graph from standard input, as layout/protocol.h says. Alone
 * in its process, with limits, because Graphviz can crash, hang or eat memory on odd graphs. */
#include "../protocol.h"
#include "render/helper/limits.h"

#include <dlfcn.h>
#include <glib.h>
#include <gvc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK_BYTES 65536

#if ADDRESS_SANITIZER
/* The leak checker asks for these. The last line of standard error is ours, not its. */
__attribute__((visibility("default"))) const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}

/* What Graphviz keeps until the end of the process. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libgvc\nleak:libcgraph\nleak:libcdt\nleak:libgvplugin\nleak:libgts\n"
           "leak:<unknown module>\n";
}
#endif

static int fail(const char *why)
{
    g_printerr("%s\n", why);
    return EXIT_FAILURE;
}

/* --- Graphviz --------------------------------------------------------------------------------- */

/* The engines are in plug-ins. Left alone, Graphviz reads a list of all, and loads one that
 * measures text with pango, cairo and fontconfig behind it: that takes longer than most graphs do,
 * and here are no texts. So we load the one that is asked for. NULL when it isn't where it was. */
static GVC_t *own_context(const char *engine)
{
    static lt_symlist_t plugins[2];
    gboolean dot = strcmp(engine, LAYOUT_ENGINE_DOT) == 0;
    const char *file = dot ? FAIRIES_GRAPHVIZ_DOT : FAIRIES_GRAPHVIZ_NEATO;
    plugins[0].name = dot ? "gvplugin_dot_layout_LTX_library" : "gvplugin_neato_layout_LTX_library";
    void *library = *file ? dlopen(file, RTLD_NOW | RTLD_GLOBAL) : NULL;
    plugins[0].address = library ? dlsym(library, plugins[0].name) : NULL;
    return plugins[0].address ? gvContextPlugins(plugins, FALSE) : NULL;
}

static GVC_t *context_new(const char *engine)
{
    GVC_t *context = own_context(engine);
    return context ? context : gvContext();
}

/* NULL when it can't be read to its end. */
static char *read_input(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    char chunk[CHUNK_BYTES];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, stdin)) > 0;) {
        g_string_append_len(text, chunk, (gssize)n);
    }
    return ferror(stdin) ? NULL : g_string_free(g_steal_pointer(&text), FALSE);
}

static void print_place(Agnode_t *node)
{
    char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(x, sizeof x, "%.3f", ND_coord(node).x);
    g_ascii_formatd(y, sizeof y, "%.3f", ND_coord(node).y);
    printf("%s %s %s\n", agnameof(node), x, y);
}

/* Only the first part: of an edge that isn't merged with others there is no more. */
static void print_way(Agedge_t *edge)
{
    const splines *way = ED_spl(edge);
    char name[] = "id";
    const char *id = agget(edge, name);
    if (!way || way->size < 1 || !id || !*id) {
        return;
    }
    printf("%s %d", id, (int)way->list[0].size);
    for (int i = 0; i < (int)way->list[0].size; i++) {
        char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(x, sizeof x, "%.3f", way->list[0].list[i].x);
        g_ascii_formatd(y, sizeof y, "%.3f", way->list[0].list[i].y);
        printf(" %s %s", x, y);
    }
    printf("\n");
}

static void print_ways(Agraph_t *graph)
{
    for (Agnode_t *node = agfstnode(graph); node; node = agnxtnode(graph, node)) {
        for (Agedge_t *edge = agfstout(graph, node); edge; edge = agnxtout(graph, edge)) {
            print_way(edge);
        }
    }
}

static int lay_out(const char *engine)
{
    g_autofree char *text = read_input();
    if (!text) {
        return fail("the graph couldn't be read");
    }
    GVC_t *context = context_new(engine);
    Agraph_t *graph = agmemread(text);
    if (!graph) {
        return fail("what came isn't a graph");
    }
    if (gvLayout(context, graph, engine) != 0) {
        return fail("this graph can't be laid out");
    }
    for (Agnode_t *node = agfstnode(graph); node; node = agnxtnode(graph, node)) {
        print_place(node);
    }
    print_ways(graph);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : fail("the places couldn't be written");
}

/* --- what is asked ---------------------------------------------------------------------------- */

static int print_versions(void)
{
    GVC_t *context = own_context(LAYOUT_ENGINE_DOT);
    printf("fairies " FAIRIES_VERSION "\nGraphviz %s\n",
           gvcVersion(context ? context : gvContext()));
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static gboolean is_engine(const char *name)
{
    static const char *const engines[] = {LAYOUT_ENGINE_DOT, LAYOUT_ENGINE_TWOPI,
                                          LAYOUT_ENGINE_NEATO, LAYOUT_ENGINE_FDP, NULL};
    return g_strv_contains(engines, name);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--" LAYOUT_OPTION_VERSION) == 0) {
        return print_versions();
    }
    int cpu_s = 0;
    const GOptionEntry entries[] = {
        {LAYOUT_OPTION_CPU, 0, 0, G_OPTION_ARG_INT, &cpu_s, "Give up after so much processor time",
         "SECONDS"},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) options = g_option_context_new("ENGINE < graph.gv > places");
    g_option_context_add_main_entries(options, entries, NULL);
    g_autoptr(GError) error = NULL;
    if (!g_option_context_parse(options, &argc, &argv, &error)) {
        return fail(error->message);
    }
    if (argc != 2 || !is_engine(argv[1]) || cpu_s < 0) {
        return fail("say dot, twopi, neato or fdp, and a --cpu that isn't negative");
    }
    limits_set(cpu_s, LAYOUT_MAX_MEMORY_GIB);
    return lay_out(argv[1]);
}
