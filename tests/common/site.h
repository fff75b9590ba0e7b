/* A web site on this machine that answers what a test says. */
#pragma once

#include <glib.h>

typedef struct _TestSite TestSite;

/* Answers in threads of its own. */
TestSite *test_site_new(void);
void test_site_free(TestSite *site);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TestSite, test_site_free)
/* "http://127.0.0.1:PORT"; the site's. */
const char *test_site_base(const TestSite *site);
/* To requests whose path begins with `path` (the first such answer counts): these bytes, status
 * line and all, after `pause_ms`. To be said before anybody asks. */
void test_site_answer(TestSite *site, const char *path, const char *bytes, guint pause_ms);
/* The same for a body with status 200. */
void test_site_answer_json(TestSite *site, const char *path, const char *json);
/* How many requests there were. */
guint test_site_requests(TestSite *site);
