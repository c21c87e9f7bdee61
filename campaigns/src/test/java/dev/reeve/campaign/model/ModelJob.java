package dev.reeve.campaign.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job of the {@link Model}: plain fields. Times are microseconds. */
final class ModelJob {
    /** The state of a job. */
    enum State {
        READY,
        SCHEDULED,
        DEPENDS,
        RETRYING,
        LEASED,
        COMPLETED,
        FAILED,
        TIMED_OUT,
        CANCELLED
    }

    /** The rule by which failures and expired leases use up retries. */
    enum Rule {
        ATTEMPTS,
        RETRIES,
        LAPSES
    }

    final long number;
    final String id;
    String queue;
    String payload;
    long priority;
    State state = State.READY;
    Rule rule = Rule.ATTEMPTS;

    final long created;
    long starts;
    long due;
    int attempts;
    int fails;
    int retriesUsed;
    boolean timedOut;

    long leaseLasts;
    boolean shownAsZero;
    long heartbeat;
    long ttl = Model.FOREVER;
    long keep;

    /** Retained after completion under the limits of qless. */
    boolean retained;

    boolean foreground;

    /** The client that runs it in the foreground. */
    String caller = "";

    long wait = Model.FOREVER;
    int maxAttempts;
    int maxFails;
    int retries;
    List<Long> delays = List.of();

    boolean wasLeased;
    long token;
    String worker = "";
    long leasedAt;

    /** Leased so short a time before a restart that the worker may not know of it. */
    boolean inDoubt;

    long renewedAt;
    long deadline;

    long ended;

    @Nullable
    String result;

    List<String> tags = new ArrayList<>();
    boolean queueDeleted;

    /** On its callers' clocks, because the last put was by qless. */
    boolean lazy;

    /** The job has a history, because qless has used it. */
    boolean story;

    @Nullable
    String klass;

    @Nullable
    String spawnedFrom;

    @Nullable
    Failure failure;

    final List<String> history = new ArrayList<>();
    final List<String> dependsOn = new ArrayList<>();
    final List<Long> tagTimes = new ArrayList<>();
    long delayedUntil = Model.FOREVER;
    boolean warned;
    boolean disowned;
    boolean stalled;
    long failedAs;

    /** The recorded failure of a job. */
    record Failure(String group, String message, long when, String worker) {}

    ModelJob(long number, String id, String queue, String payload, long now) {
        this.number = number;
        this.id = id;
        this.queue = queue;
        this.payload = payload;
        this.created = now;
        this.starts = now;
        this.due = now;
    }

    /** Whether a lapse now means that the worker never got the job. */
    boolean isUndelivered() {
        return inDoubt && renewedAt == 0 && result == null && !foreground;
    }

    boolean hasEnded() {
        return state == State.COMPLETED
                || state == State.FAILED
                || state == State.TIMED_OUT
                || state == State.CANCELLED;
    }

    boolean waits() {
        return state == State.READY || state == State.SCHEDULED || state == State.DEPENDS || state == State.RETRYING;
    }
}
