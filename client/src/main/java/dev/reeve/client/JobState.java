package dev.reeve.client;

import java.util.Locale;

/** The states of jobs. {@link JobInfo#state} is a text all the same: a later server may know more of them. */
public enum JobState {
    SCHEDULED,
    DEPENDS,
    THROTTLED,
    READY,
    RETRYING,
    LEASED,
    COMPLETED,
    FAILED,
    TIMED_OUT,
    CANCELLED;

    /** The state as the server calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
