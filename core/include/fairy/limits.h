/* The limits of the agent layer. Each is quoted in the message of the error it causes. */
#pragma once

#define FAIRY_MAX_REPLY_BYTES      (64u << 20) /* of one reply */
#define FAIRY_MAX_STRING_BYTES     (1u << 20)  /* of one string in a reply */
#define FAIRY_MAX_REPLY_DEPTH      64          /* nested values in a reply */
#define FAIRY_MAX_PROPERTIES       4096        /* of one object in a reply */
#define FAIRY_MAX_VALUES           (1u << 20)  /* of one action: its numbers, strings, lists, … */
#define FAIRY_MAX_ACTIONS          200000      /* in one reply */
#define FAIRY_MAX_IDS              10000       /* in one list of ids */
#define FAIRY_MAX_POINTS           10000       /* in one list of points */
#define FAIRY_MAX_TODOS            100         /* items on a fairy's list */
#define FAIRY_MAX_TODO_BYTES       500         /* of an item's id, and of its text */
#define FAIRY_MAX_FOLLOW_UPS       64          /* further requests and answers one reply asks for */
#define FAIRY_MAX_DATA_BYTES       (64u << 10) /* of what one action answers */
#define FAIRY_MAX_CONDITIONS       64          /* in one expression of count */
#define FAIRY_MAX_EXPRESSION_BYTES 2000        /* of it */
#define FAIRY_MAX_COUNT_IDS        50          /* ids told by count; the rest is a number */
#define FAIRY_MAX_WEB_BYTES        (256u << 10) /* of a site's answer */
#define FAIRY_MAX_REDIRECTS        3            /* of one look-up, on the same host */
#define FAIRY_WEB_CONNECT_MS       5000         /* until a site is reached */
#define FAIRY_WEB_TIMEOUT_MS       10000        /* for the whole of a look-up */

/* Asking models. */
#define FAIRY_VIEW_TOKENS         12000 /* of a prompt: what is told of the drawing */
#define FAIRY_PART_TOKENS         2000  /* of any other list in it; the rest is counted */
#define FAIRY_DATA_TOKENS         16000 /* of what was looked up */
#define FAIRY_SHOWN_NAME_BYTES    120 /* bytes of one name in it: of a layer, a font, a page, … */
#define FAIRY_SHOWN_DETAIL_BYTES  2000  /* bytes of what became of one action */
#define FAIRY_SHOWN_DETAILS_BYTES 8000  /* of all actions of an answer; the rest is counted */
#define FAIRY_MAX_CLOSER          100   /* shapes that are looked closer at */
#define FAIRY_MAX_RETRIES         3     /* failures in a row */
#define FAIRY_FIRST_RETRY_MS      500   /* at most until the first; then twice as long each time */
#define FAIRY_MAX_RETRY_WAIT_MS   60000 /* waited in all before asking again */
#define FAIRY_MAX_HEALED          3     /* parameters that a server refused and that are left out */
#define FAIRY_MAX_BAD_REPLIES     2     /* answers of a run that aren't actions */
#define FAIRY_MAX_IDLE_ANSWERS    3     /* in a row, that change nothing and ask on */
#define FAIRY_MAX_LINT_ROUNDS     2     /* in a row, told of faults in what was made */
#define FAIRY_MAX_CORRECTIONS     2     /* in a row, asked again because actions were refused */
#define FAIRY_MAX_KEPT_ANSWER     (4u << 10) /* bytes of such an answer that are shown again */
#define FAIRY_LOCAL_HEAD_MS \
    600000 /* until a server on this machine answers, which may load a model */

/* Answers of models. */
#define FAIRY_MAX_EVENT_BYTES (16u << 20)  /* of one line, and of one event, of a stream */
#define FAIRY_MAX_HTTP_BYTES  (256u << 20) /* of an answer's body, unpacked */
#define FAIRY_MAX_HEAD_BYTES  (64u << 10)  /* of an answer's headers */
#define FAIRY_MAX_STREAMS     256          /* at a time in one client; others wait */
#define FAIRY_HTTP_CONNECT_MS 10000        /* until a server is reached, TLS and all */
#define FAIRY_HTTP_HEAD_MS    120000       /* from the request to the answer's headers */
#define FAIRY_HTTP_IDLE_MS    300000       /* without a byte of the answer */

/* What a run may cost when nobody said it: enough for a conversation about a large drawing, and no
 * more than a coffee. */
#define FAIRY_DEFAULT_REQUESTS 25
#define FAIRY_DEFAULT_TOKENS   300000
#define FAIRY_DEFAULT_USD      1
#define FAIRY_DEFAULT_TIME_S   900
#define FAIRY_USUAL_OUTPUT     16000 /* tokens that an answer may have, unless more is asked for */
#define FAIRY_MIN_OUTPUT       2000  /* with less an answer isn't worth asking for */

/* Looking for models. */
#define FAIRY_LOCAL_MS         300        /* for a server on this machine to say that it is there */
#define FAIRY_MAX_MODELS_BYTES (8u << 20) /* of a provider's list of models */

/* What a person sets. */
#define FAIRY_MAX_SETTINGS_BYTES (1u << 20) /* of the file */
#define FAIRY_MAX_KEY_BYTES      8192       /* of a key */
#define FAIRY_MIN_SECRET_BYTES   8          /* a shorter key is a word, and stays in texts */
#define FAIRY_KEY_COMMAND_MS     120000     /* until a command has printed one */
#define FAIRY_MAX_COMMAND_BYTES  (1u << 20) /* that it prints; the first line is the key */

/* Recordings. */
#define FAIRY_MAX_RECORDING_LINE  (64u << 20) /* bytes: a request with its pictures */
#define FAIRY_MAX_RECORDING_LINES (8u << 20)

/* Projects of several fairies. */
#define FAIRY_MAX_PROJECTS   8   /* at a time: each has a colour of its own */
#define FAIRY_MAX_MEMBERS    64  /* of one, with its leader */
#define FAIRY_MAX_TASKS      200 /* of all projects and fairies; the oldest that ended goes */
#define FAIRY_MAX_WAITS      200 /* of all fairies */
#define FAIRY_MAX_TASK_ID    36  /* bytes: short enough to be told whole */
#define FAIRY_MAX_TITLE      200 /* bytes of a project's or task's name */
#define FAIRY_MAX_PLAN_BYTES (16u << 10) /* of a plan, a description, a task's text, a reason */

/* What a fairy remembers. */
#define FAIRY_HISTORY_TOKENS    32000 /* of a prompt: what was said before */
#define FAIRY_MAX_SUMMARY_BYTES 4096  /* of what is told in place of the oldest of it */

#define FAIRY_MAX_SESSION_NAME     60           /* bytes */
#define FAIRY_MAX_SESSION_BYTES    (16u << 20)  /* kept of what was said in one session */
#define FAIRY_MAX_SESSIONS_BYTES   (128u << 20) /* kept of all; who wasn't used longest goes */
#define FAIRY_MAX_CHECKPOINTS      50           /* runs that may be resumed; the oldest goes */
#define FAIRY_MAX_CHECKPOINT_BYTES (4u << 20)   /* kept of one; of a longer one the words alone */

/* The journal. What is older is dropped, whole turns at a time. */
#define FAIRY_MAX_JOURNAL_BYTES (512u << 20) /* of all drawings */
#define FAIRY_MAX_DRAWING_BYTES (64u << 20)  /* kept of one drawing */
#define FAIRY_MAX_KEPT_ACTION   (64u << 10)  /* bytes of one action as JSON */
#define FAIRY_MAX_KEPT_WORDS    (64u << 10)  /* bytes of a prompt or a detail */
#define FAIRY_MAX_WAIT_MS       10000        /* for another fairy at the same file */
#define FAIRY_MAX_DATABASE_MS   5000         /* for another process at the journal */
