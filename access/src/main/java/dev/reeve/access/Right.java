package dev.reeve.access;

import java.util.Locale;

/** What an identity may be allowed to do with a queue and its jobs. */
public enum Right {
    /** See queues, jobs and numbers, but not what clients have put into jobs. */
    READ,
    /** See results, failures and logged messages. */
    RESULT,
    /** See payloads. */
    PAYLOAD,
    ADD,
    /** Wait for the end of a job. */
    AWAIT,
    /** Acquire, renew, complete, fail and release jobs. */
    WORK,
    /** Tag jobs, and log messages to their histories. */
    ANNOTATE,
    /** Change priorities and dependencies, and track jobs. */
    EDIT,
    RETRY,
    CANCEL,
    DELETE,
    PAUSE,
    /** Change recurring jobs and schedules. */
    SCHEDULE,
    /** Change the settings of a queue. */
    CONFIGURE,
    /** See who did what. */
    AUDIT,
    /** Change webhooks, see the payloads of their deliveries, and work on these. */
    WEBHOOK,
    /** Change settings that apply to all queues, and tokens. */
    SETTINGS,
    /** Remove everything. */
    FLUSH;

    /** The right in audit lines and documents. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
