/* The limits of the agent layer. Each is quoted in the message of the error it causes. */
#pragma once

#define FAIRY_MAX_REPLY_BYTES  (64u << 20) /* of one reply */
#define FAIRY_MAX_STRING_BYTES (1u << 20)  /* of one string in a reply */
#define FAIRY_MAX_REPLY_DEPTH  64          /* nested values in a reply */
#define FAIRY_MAX_PROPERTIES   4096        /* of one object in a reply */
#define FAIRY_MAX_VALUES       (1u << 20)  /* of one action: its numbers, strings, lists, … */
#define FAIRY_MAX_ACTIONS      200000      /* in one reply */
#define FAIRY_MAX_IDS          10000       /* in one list of ids */
