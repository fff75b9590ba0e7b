/* What was said to a fairy and waits to be read. */
#include "agent/agent_priv.h"

void fairy_agent_free_input(gpointer data)
{
    FairyInput *input = data;
    g_free((char *)input->text);
    g_free((char *)input->words);
    g_free((char *)input->quoted);
    g_free((char *)input->from);
    g_free(input);
}

static FairyInput *copy_of(const FairyInput *input)
{
    FairyInput *copy = g_memdup2(input, sizeof *input);
    copy->text = g_strdup(input->text ? input->text : input->words);
    copy->words = g_strdup(input->words);
    copy->quoted = g_strdup(input->quoted);
    copy->from = g_strdup(input->from);
    return copy;
}

void fairy_agent_enqueue(FairyAgent *agent, const FairyInput *input)
{
    g_queue_push_tail(&agent->mailbox, copy_of(input));
}

void fairy_agent_put_off(FairyAgent *agent, const char *text, const char *quoted)
{
    g_clear_pointer(&agent->later, fairy_agent_free_input);
    agent->later = copy_of(&(FairyInput){.text = text,
                                         .quoted = quoted,
                                         .source = FAIRY_SOURCE_SELF,
                                         .lapses = TRUE,
                                         .view = SVG_BOX_EMPTY});
}

void fairy_agent_remind(FairyAgent *agent, SvgBox view, const char *text, const char *quoted)
{
    fairy_agent_enqueue(agent, &(FairyInput){.text = text,
                                             .quoted = quoted,
                                             .source = FAIRY_SOURCE_SELF,
                                             .lapses = TRUE,
                                             .view = view});
}

void fairy_agent_drop_reminders(FairyAgent *agent)
{
    g_clear_pointer(&agent->later, fairy_agent_free_input);
    for (GList *at = agent->mailbox.head, *next; at; at = next) {
        next = at->next;
        if (((FairyInput *)at->data)->lapses) {
            fairy_agent_free_input(at->data);
            g_queue_delete_link(&agent->mailbox, at);
        }
    }
}

static gint is_user(gconstpointer input, gconstpointer unused)
{
    (void)unused;
    return ((const FairyInput *)input)->source != FAIRY_SOURCE_USER;
}

gboolean fairy_agent_has_user_input(const FairyAgent *agent)
{
    return g_queue_find_custom((GQueue *)&agent->mailbox, NULL, is_user) != NULL;
}

void fairy_agent_hand_over(FairyAgent *from, FairyAgent *to)
{
    for (GList *at = from->mailbox.head, *next; at; at = next) {
        next = at->next;
        if (is_user(at->data, NULL) == 0) {
            g_queue_unlink(&from->mailbox, at);
            g_queue_push_tail_link(&to->mailbox, at);
        }
    }
}

void fairy_agent_inherit(const FairyAgent *from, FairyAgent *to)
{
    const FairyProject *project = fairy_projects_of(to->projects, to->name);
    if (project) {
        fairy_memory_take_over(to->memory, from->memory,
                               (FairyScope){.level = FAIRY_LEVEL_PROJECT, .id = project->id});
    }
}

gboolean fairy_agent_take_inputs(FairyAgent *agent)
{
    FairyInput *input;
    gboolean by_user = FALSE;
    SvgBox view = SVG_BOX_EMPTY;
    GString *words = g_string_new(NULL);
    if (agent->later) {
        g_queue_push_head(&agent->mailbox, g_steal_pointer(&agent->later));
    }
    while ((input = g_queue_pop_head(&agent->mailbox))) {
        fairy_memory_add_prompt(agent->memory, input->source, input->from, input->text,
                                input->quoted, input->words);
        g_string_append_printf(words, "%s%s", words->len ? "\n" : "", input->text);
        if (input->source == FAIRY_SOURCE_USER) {
            fairy_projects_add_input(agent->projects, agent->name, input->text);
            by_user = TRUE;
        }
        view = svg_box_is_empty(input->view) ? view : input->view;
        fairy_agent_free_input(input);
    }
    g_free(agent->words);
    agent->words = g_string_free(words, FALSE);
    if (!svg_box_is_empty(view)) {
        g_array_set_size(agent->areas, 0);
    }
    fairy_agent_look_at(agent, view);
    return by_user;
}
