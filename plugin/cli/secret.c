/* Reads a value from standard input. Its bytes are in one buffer, which is wiped. */
#include "secret.h"

#include "interrupt.h"
#include "print.h"

#include <fairy/limits.h>
#include <fairy/settings.h>

#include <errno.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* Room for an end of the line. */
enum { ROOM = FAIRY_MAX_KEY_BYTES + 2 };

/* 0, or the number of what went wrong. From a terminal, a read is a line. */
static int read_input(char *text, gsize *len, gboolean terminal)
{
    for (*len = 0; *len < ROOM;) {
        gssize n = read(STDIN_FILENO, text + *len, ROOM - *len);
        if (n < 0) {
            return errno;
        }
        *len += (gsize)n;
        if (n == 0 || (terminal && text[*len - 1] == '\n')) {
            break;
        }
    }
    return 0;
}

static int read_unseen(const char *prompt, char *text, gsize *len)
{
    struct termios shown;
    if (tcgetattr(STDIN_FILENO, &shown) != 0) {
        return read_input(text, len, FALSE);
    }
    struct termios unseen = shown;
    unseen.c_lflag &= ~(tcflag_t)ECHO;
    cli_interrupt_watch(); /* else Ctrl-C would leave the terminal like this */
    cli_print_prompt(prompt);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen);
    int code = read_input(text, len, TRUE);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    cli_print_text(stderr, "\n", -1);
    return code;
}

static char *take(char *text, gsize len, GError **error)
{
    if (len > 0 && text[len - 1] == '\n') {
        len--;
    }
    if (len > 0 && text[len - 1] == '\r') {
        len--;
    }
    text[len] = '\0';
    if (len == 0 || len > FAIRY_MAX_KEY_BYTES || strlen(text) != len) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "there is no value on standard input; it takes one line of at most %d bytes",
                    FAIRY_MAX_KEY_BYTES);
        return NULL;
    }
    return g_strdup(text);
}

char *cli_secret_read(const char *prompt, GError **error)
{
    char text[ROOM + 1];
    gsize len = 0;
    int code =
        isatty(STDIN_FILENO) ? read_unseen(prompt, text, &len) : read_input(text, &len, FALSE);
    char *value = NULL;
    if (code == EINTR) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED,
                            "interrupted; nothing was set");
    } else if (code != 0) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "can't read standard input: %s",
                    g_strerror(code));
    } else {
        value = take(text, len, error);
    }
    explicit_bzero(text, sizeof text);
    return value;
}
