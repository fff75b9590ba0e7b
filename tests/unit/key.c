/* Where a key may go, and the commands that print one. */
#include "wire/key.h"

#include "provider/base_url.h"
#include "settings/key_command.h"

#include <glib/gstdio.h>

#include <string.h>
#include <unistd.h>

/* --- ways ------------------------------------------------------------------------------------- */

static void test_ways(void)
{
    static const struct {
        const char *address;
        FairyKeyWay way;
    } cases[] = {
        {"https://api.example.com/v1", FAIRY_WAY_SAFE},
        {"HTTPS://192.0.2.1", FAIRY_WAY_SAFE},
        {"http://127.0.0.1:8080/v1", FAIRY_WAY_HERE},
        {"http://127.1.2.3", FAIRY_WAY_HERE},
        {"http://[::1]:8080", FAIRY_WAY_HERE},
        {"http://[0:0:0:0:0:0:0:1]", FAIRY_WAY_HERE},
        {"http://[::ffff:127.0.0.1]", FAIRY_WAY_HERE},
        {"HTTP://LocalHost", FAIRY_WAY_HERE},
        {"http://192.0.2.1", FAIRY_WAY_REFUSED},
        {"HTTP://192.0.2.1", FAIRY_WAY_REFUSED},
        {"http://0.0.0.0", FAIRY_WAY_REFUSED},
        {"http://[::]", FAIRY_WAY_REFUSED},
        {"http://127.evil.example", FAIRY_WAY_REFUSED},
        {"http://127.0.0.1.evil.example", FAIRY_WAY_REFUSED},
        {"http://localhost.evil.example", FAIRY_WAY_REFUSED},
        {"http://localhost.", FAIRY_WAY_REFUSED},
        {"http://evil.example#@127.0.0.1", FAIRY_WAY_REFUSED},
        {"http://[::ffff:192.0.2.1]", FAIRY_WAY_REFUSED},
        {"http://[fe80::1%25lo]", FAIRY_WAY_REFUSED},
        /* Whoever takes these for loopback addresses does so by a rule of its own. */
        {"http://0x7f000001", FAIRY_WAY_REFUSED},
        {"http://2130706433", FAIRY_WAY_REFUSED},
        {"http://127.1", FAIRY_WAY_REFUSED},
        {"http://0177.0.0.1", FAIRY_WAY_REFUSED},
    };
    const FairyProvider *provider;
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) { /* whatever its row says */
        for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
            g_autofree char *address = fairy_base_url(provider, cases[k].address, NULL);
            FairyKeyWay way = fairy_key_way(provider, NULL, address ? address : cases[k].address);
            g_test_message("%s: %s", provider->name, cases[k].address);
            g_assert_cmpint(way, ==, cases[k].way);
            g_autofree char *told = fairy_key_way_told(provider, way, cases[k].address);
            g_assert_true((told != NULL) == (way == FAIRY_WAY_REFUSED));
        }
    }
    g_assert_null(fairy_base_url(fairy_provider_find("custom"), "http://me@127.0.0.1", NULL));
    g_assert_null(
        fairy_base_url(fairy_provider_find("custom"), "http://127.0.0.1@evil.example", NULL));
}

/* --- commands --------------------------------------------------------------------------------- */

#define KEY "sk-test-4f1d2c3b5a697887"

static void check(const char *command, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *got = fairy_key_command(command, 20000, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(got, ==, expected);
}

static void check_fails(const char *command, const char *said)
{
    g_autoptr(GError) error = NULL;
    gint64 start = g_get_monotonic_time();
    g_assert_null(fairy_key_command(command, 300, NULL, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_MODEL);
    g_assert_cmpstr(error->message, ==, said);
    g_assert_null(strstr(error->message, KEY));
    g_assert_cmpint(g_get_monotonic_time() - start, <, 10 * G_USEC_PER_SEC);
}

static void test_printed(void)
{
    check("echo " KEY, KEY);
    check("printf " KEY, KEY);
    check("printf '" KEY "\\r\\nuser: me\\n'", KEY);
    check("printf '\\n" KEY "'", "");
    check("echo 'a b' \"c d\"", "a b c d");                   /* words as a shell has them */
    check("echo $HOME `id` ; ls > x", "$HOME `id` ; ls > x"); /* but no shell */
    check("cat", "");                                         /* nothing on standard input */
    check("sh -c 'echo " KEY "; head -c 900000 /dev/zero'", KEY);
    check("sh -c 'exec 1>&-; sleep 0.1'", "");
    check("sh -c 'sleep 20 2>&- & echo " KEY "'", KEY); /* whoever stays isn't waited for */
}

static void test_failures(void)
{
    check_fails("sh -c 'echo " KEY "; exit 3'",
                "\"sh\" ended with code 3, so there is no key; run it by hand to see why");
    check_fails("sh -c 'echo " KEY "; kill -9 $$'",
                "\"sh\" was ended by signal 9, so there is no key; run it by hand to see why");
    check_fails("/nowhere/pass show x",
                "\"pass\" can't be run, so there is no key; run it by hand to see why");
    check_fails(KEY, "\"[key]\" can't be run, so there is no key; run it by hand to see why");
    check_fails("sleep 20",
                "\"sleep\" took longer than 0.3 s, so there is no key; run it by hand to see why");
    check_fails("sh -c \"trap '' TERM; echo " KEY "; while :; do sleep 0.05; done\"",
                "\"sh\" took longer than 0.3 s, so there is no key; run it by hand to see why");
    check_fails(
        "yes " KEY,
        "\"yes\" printed more than 1048576 bytes, so there is no key; run it by hand to see why");
}

static void test_interrupted(void)
{
    volatile int interrupted = 1;
    g_autoptr(GError) error = NULL;
    gint64 start = g_get_monotonic_time();
    g_assert_null(fairy_key_command("sleep 20", 20000, &interrupted, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED);
    g_assert_cmpint(g_get_monotonic_time() - start, <, 10 * G_USEC_PER_SEC);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/key/ways", test_ways);
    g_test_add_func("/key/command/printed", test_printed);
    g_test_add_func("/key/command/failures", test_failures);
    g_test_add_func("/key/command/interrupted", test_interrupted);
    return g_test_run();
}
