/* One prompt, waited for: a fairy in a main context of its own. */
#include <fairy/ask.h>

typedef struct {
    const FairyAgentOptions *options;
    GMainLoop *loop;
    GError *error; /* why the run ended before it was done */
} Run;

static void on_event(const FairyEvent *event, gpointer data)
{
    Run *run = data;
    if (run->options->on_event) {
        run->options->on_event(event, run->options->data);
    }
    if (event->kind == FAIRY_EVENT_REST) {
        run->error = event->error ? g_error_copy(event->error) : NULL;
        g_main_loop_quit(run->loop);
    }
}

static FairyExecutor *run_in(GMainContext *context, SvgDocument *doc, const char *words,
                             const FairyAgentOptions *given, GError **error)
{
    FairyAgentOptions options = *given;
    Run run = {.options = given};
    options.on_event = on_event;
    options.data = &run;
    g_autoptr(FairyAgent) agent = fairy_agent_new(doc, &options, error);
    if (!agent) {
        return NULL;
    }
    fairy_agent_resume(agent);
    if (words) {
        fairy_agent_post(agent, &(FairyInput){.words = words, .view = SVG_BOX_EMPTY});
    }
    if (!fairy_agent_is_running(agent)) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                            "nothing is left to go on with; say what to do");
        return NULL;
    }
    run.loop = g_main_loop_new(context, FALSE);
    g_main_loop_run(run.loop);
    g_main_loop_unref(run.loop);
    if (run.error) {
        g_propagate_error(error, run.error);
        return NULL;
    }
    return fairy_agent_take_executor(agent);
}

FairyExecutor *fairy_ask(SvgDocument *doc, const char *prompt, const FairyAgentOptions *options,
                         GError **error)
{
    static const FairyAgentOptions plain = {.view = {0, 0, -1, -1}};
    g_autofree char *words = g_strstrip(g_strdup(prompt ? prompt : ""));
    if (!*words && !(options && options->kept)) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                            "the prompt is empty; say what to do");
        return NULL;
    }
    g_autoptr(GMainContext) context = g_main_context_new();
    g_main_context_push_thread_default(context);
    FairyExecutor *executor =
        run_in(context, doc, *words ? prompt : NULL, options ? options : &plain, error);
    g_main_context_pop_thread_default(context);
    return executor;
}
