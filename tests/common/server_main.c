/* test-server SCRIPT [LOG [PORT]]: the server of common/server.h as a program. Prints its port, and
 * runs until it is ended or whoever started it is gone. */
#include "common/server.h"

#include <sys/prctl.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *script = NULL;
    if (argc < 2) {
        fputs("usage: test-server SCRIPT [LOG [PORT]]\n", stderr);
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    guint port = argc > 3 ? (guint)strtoul(argv[3], NULL, 10) : 0;
    g_file_get_contents(argv[1], &script, NULL, &error);
    TestServer *server = error ? NULL : test_server_new(script, port, &error);
    if (!server) {
        fprintf(stderr, "test-server: %s\n", error->message);
        return 1;
    }
    if (argc > 2) {
        test_server_log_to(server, argv[2]);
    }
    printf("%u\n", test_server_port(server));
    fflush(stdout);
    for (;;) {
        pause();
    }
}
