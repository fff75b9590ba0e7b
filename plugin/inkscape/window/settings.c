/* Rows of the dialog. What isn't touched isn't written. */
#include "settings.h"

#include "theme.h"

#include <fairy/settings.h>

enum { GAP = 8, WIDTH = 36, MODEL = 0 /* its row of `general` */ };

/* General settings, a row each. */
static const struct {
    const char *name, *mnemonic, *tip;
} general[] = {
    {"model", "_Model", "Who answers: offline, or PROVIDER/NAME"},
    {"max-cost", "_Budget in US dollars",
     "What one run may cost at most: a number, or none for no limit"},
    {"max-requests", "Re_quests",
     "How often one run may ask: a whole number, or none for no limit"},
};

typedef struct {
    FairySettings *settings;
    GtkWidget *dialog, *grid, *error;
    int row;
    GtkWidget *values[G_N_ELEMENTS(general)];
    char *former[G_N_ELEMENTS(general)];
    GtkWidget *provider, *key, *key_state, *command;
    char *former_command;
} Dialog;

/* --- rows ------------------------------------------------------------------------------------- */

static void add_row(Dialog *dialog, const char *mnemonic, GtkWidget *label_for, GtkWidget *widget)
{
    GtkWidget *label = gtk_label_new_with_mnemonic(mnemonic);
    win_name(label_for, gtk_label_get_text(GTK_LABEL(label)));
    gtk_label_set_xalign(GTK_LABEL(label), 1);
    gtk_label_set_mnemonic_widget(GTK_LABEL(label), label_for);
    gtk_widget_set_hexpand(widget, TRUE);
    gtk_grid_attach(GTK_GRID(dialog->grid), label, 0, dialog->row, 1, 1);
    gtk_grid_attach(GTK_GRID(dialog->grid), widget, 1, dialog->row++, 1, 1);
}

static GtkWidget *add_entry(Dialog *dialog, const char *mnemonic, const char *tip)
{
    GtkWidget *entry = gtk_entry_new();
    gtk_entry_set_width_chars(GTK_ENTRY(entry), WIDTH);
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    gtk_widget_set_tooltip_text(entry, tip);
    add_row(dialog, mnemonic, entry, entry);
    return entry;
}

/* "offline", and a model of each provider that has an example. */
static GtkWidget *add_models(Dialog *dialog, const char *mnemonic, const char *tip)
{
    const FairyProvider *provider;
    GtkWidget *combo = gtk_combo_box_text_new_with_entry();
    GtkWidget *entry = gtk_bin_get_child(GTK_BIN(combo));
    gtk_combo_box_text_append_text(GTK_COMBO_BOX_TEXT(combo), "offline");
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) {
        if (provider->example) {
            g_autofree char *name = g_strdup_printf("%s/%s", provider->name, provider->example);
            gtk_combo_box_text_append_text(GTK_COMBO_BOX_TEXT(combo), name);
        }
    }
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    gtk_widget_set_tooltip_text(combo, tip);
    add_row(dialog, mnemonic, entry, combo);
    return entry;
}

/* What the environment says can't be changed here. */
static void fill(Dialog *dialog, guint i)
{
    g_autoptr(FairySetting) setting = fairy_settings_look(dialog->settings, general[i].name, NULL);
    dialog->former[i] = fairy_settings_get(dialog->settings, general[i].name);
    gtk_entry_set_text(GTK_ENTRY(dialog->values[i]), dialog->former[i] ? dialog->former[i] : "");
    if (setting && setting->origin == FAIRY_SETTING_ENVIRONMENT) {
        g_autofree char *tip = g_strdup_printf("Set by %s in the environment", setting->variable);
        gtk_widget_set_sensitive(dialog->values[i], FALSE);
        gtk_widget_set_tooltip_text(dialog->values[i], tip);
    }
}

static void add_general(Dialog *dialog)
{
    for (guint i = 0; i < G_N_ELEMENTS(general); i++) {
        dialog->values[i] = i == MODEL ? add_models(dialog, general[i].mnemonic, general[i].tip)
                                       : add_entry(dialog, general[i].mnemonic, general[i].tip);
        fill(dialog, i);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static const FairyProvider *chosen_provider(const Dialog *dialog)
{
    const char *id = gtk_combo_box_get_active_id(GTK_COMBO_BOX(dialog->provider));
    return id ? fairy_provider_find(id) : NULL;
}

static const char *key_state(const Dialog *dialog, const FairyProvider *provider)
{
    return provider->auth == FAIRY_AUTH_NONE                    ? "It needs no key."
           : fairy_settings_key(dialog->settings, provider)     ? "There is a key."
           : fairy_settings_has_key(dialog->settings, provider) ? "The command gets the key."
           : provider->keyless                                  ? "It answers without a key, too."
                                                                : "There is no key yet.";
}

static void on_provider(GtkWidget *combo, gpointer data)
{
    Dialog *dialog = data;
    const FairyProvider *provider = chosen_provider(dialog);
    if (!provider) {
        return;
    }
    g_free(dialog->former_command);
    dialog->former_command = fairy_settings_of(dialog->settings, provider, "key-command");
    gtk_entry_set_text(GTK_ENTRY(dialog->command),
                       dialog->former_command ? dialog->former_command : "");
    gtk_entry_set_text(GTK_ENTRY(dialog->key), "");
    gtk_label_set_text(GTK_LABEL(dialog->key_state), key_state(dialog, provider));
    win_announce(combo, key_state(dialog, provider));
}

/* The provider of the model that answers now, else the first. */
static void choose_provider(Dialog *dialog)
{
    g_auto(GStrv) parts = g_strsplit(dialog->former[MODEL] ? dialog->former[MODEL] : "", "/", 2);
    GtkComboBox *combo = GTK_COMBO_BOX(dialog->provider);
    if (!parts[0] || !gtk_combo_box_set_active_id(combo, parts[0])) {
        gtk_combo_box_set_active(combo, 0);
    }
}

static void add_keys(Dialog *dialog)
{
    const FairyProvider *provider;
    g_autofree char *tip =
        g_strdup_printf("It is stored in %s, which only you can read", fairy_settings_path());
    dialog->provider = gtk_combo_box_text_new();
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) {
        gtk_combo_box_text_append(GTK_COMBO_BOX_TEXT(dialog->provider), provider->name,
                                  provider->title);
    }
    add_row(dialog, "_Provider", dialog->provider, dialog->provider);
    dialog->key = add_entry(dialog, "_Key", tip);
    gtk_entry_set_visibility(GTK_ENTRY(dialog->key), FALSE);
    gtk_entry_set_input_purpose(GTK_ENTRY(dialog->key), GTK_INPUT_PURPOSE_PASSWORD);
    gtk_entry_set_placeholder_text(GTK_ENTRY(dialog->key), "Stays as it is");
    dialog->command = add_entry(dialog, "_Or a command",
                                "It prints the key when it is needed, as "
                                "\"pass show openai\" does");
    dialog->key_state = win_label_new("fairies-dim");
    gtk_grid_attach(GTK_GRID(dialog->grid), dialog->key_state, 1, dialog->row++, 1, 1);
    g_signal_connect(dialog->provider, "changed", G_CALLBACK(on_provider), dialog);
    choose_provider(dialog);
}

/* --- saving ----------------------------------------------------------------------------------- */

/* An empty field takes the setting away. */
static gboolean change(const char *name, const char *former, const char *value, GError **error)
{
    gboolean empty = *value == '\0';
    if (g_strcmp0(former ? former : "", value) == 0) {
        return TRUE;
    }
    return fairy_settings_change(name, empty ? NULL : value, error);
}

static gboolean save_general(Dialog *dialog, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(general); i++) {
        g_autofree char *value =
            g_strstrip(g_strdup(gtk_entry_get_text(GTK_ENTRY(dialog->values[i]))));
        if (gtk_widget_get_sensitive(dialog->values[i]) &&
            !change(general[i].name, dialog->former[i], value, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean save_key(Dialog *dialog, GError **error)
{
    const FairyProvider *provider = chosen_provider(dialog);
    const char *key = gtk_entry_get_text(GTK_ENTRY(dialog->key));
    g_autofree char *name = provider ? g_strdup_printf("%s.key", provider->name) : NULL;
    g_autofree char *command = provider ? g_strdup_printf("%s.key-command", provider->name) : NULL;
    return !provider || ((*key == '\0' || fairy_settings_change(name, key, error)) &&
                         change(command, dialog->former_command,
                                gtk_entry_get_text(GTK_ENTRY(dialog->command)), error));
}

/* TRUE: the dialog can be closed. */
static gboolean save(Dialog *dialog)
{
    g_autoptr(GError) error = NULL;
    if (save_general(dialog, &error) && save_key(dialog, &error)) {
        return TRUE;
    }
    gtk_label_set_text(GTK_LABEL(dialog->error), error->message);
    gtk_widget_show(dialog->error);
    win_announce(dialog->dialog, error->message);
    return FALSE;
}

/* --- the dialog ------------------------------------------------------------------------------- */

static void build(Dialog *dialog, GtkWindow *above)
{
    GtkWidget *content;
    dialog->dialog = gtk_dialog_new_with_buttons(
        "Settings of the fairies", above, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
        "_Cancel", GTK_RESPONSE_CANCEL, "_Save", GTK_RESPONSE_ACCEPT, NULL);
    gtk_dialog_set_default_response(GTK_DIALOG(dialog->dialog), GTK_RESPONSE_ACCEPT);
    content = gtk_dialog_get_content_area(GTK_DIALOG(dialog->dialog));
    gtk_container_set_border_width(GTK_CONTAINER(content), GAP);
    dialog->grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(dialog->grid), GAP);
    gtk_grid_set_column_spacing(GTK_GRID(dialog->grid), GAP);
    gtk_container_add(GTK_CONTAINER(content), dialog->grid);
    add_general(dialog);
    add_keys(dialog);
    dialog->error = win_label_new("error");
    gtk_label_set_max_width_chars(GTK_LABEL(dialog->error), WIDTH);
    gtk_widget_set_no_show_all(dialog->error, TRUE);
    gtk_grid_attach(GTK_GRID(dialog->grid), dialog->error, 0, dialog->row++, 2, 1);
    win_focus_when_shown(dialog->dialog);
    gtk_widget_show_all(dialog->dialog);
}

static void tell_failure(GtkWindow *above, const GError *error)
{
    GtkWidget *box = gtk_message_dialog_new(above, GTK_DIALOG_MODAL, GTK_MESSAGE_ERROR,
                                            GTK_BUTTONS_CLOSE, "%s", error->message);
    win_focus_when_shown(box);
    gtk_dialog_run(GTK_DIALOG(box));
    gtk_widget_destroy(box);
}

static void clear(Dialog *dialog)
{
    gtk_entry_set_text(GTK_ENTRY(dialog->key), ""); /* GTK overwrites what it drops */
    gtk_widget_destroy(dialog->dialog);
    for (guint i = 0; i < G_N_ELEMENTS(general); i++) {
        g_free(dialog->former[i]);
    }
    g_free(dialog->former_command);
    fairy_settings_free(dialog->settings);
}

/* Until it can be saved, or is given up. */
static gboolean run(Dialog *dialog)
{
    while (gtk_dialog_run(GTK_DIALOG(dialog->dialog)) == GTK_RESPONSE_ACCEPT) {
        if (save(dialog)) {
            return TRUE;
        }
    }
    return FALSE;
}

char *win_settings_run(GtkWindow *above)
{
    g_autoptr(GError) error = NULL;
    char *model = NULL;
    Dialog dialog = {.settings = fairy_settings_load(&error)};
    if (!dialog.settings) {
        tell_failure(above, error);
        return NULL;
    }
    build(&dialog, above);
    if (run(&dialog)) {
        const char *chosen = gtk_entry_get_text(GTK_ENTRY(dialog.values[MODEL]));
        model = g_strcmp0(chosen, dialog.former[MODEL]) != 0 ? g_strstrip(g_strdup(chosen)) : NULL;
    }
    clear(&dialog);
    return model;
}
