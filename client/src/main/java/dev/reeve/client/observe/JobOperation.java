package dev.reeve.client.observe;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that is done with jobs, in the terms of OpenTelemetry's conventions for messaging.
 *
 * @param queue the queue of the jobs; empty if there are several
 * @param job the id of the job; null if there are several
 * @param count the number of jobs
 * @param headers those of the jobs: to be written to if they are sent, to be read if one is processed
 */
public record JobOperation(
        Kind kind, String queue, @Nullable String job, int count, Map<String, String> headers) {
    /** What is done. */
    public enum Kind {
        /** Jobs are added; the current thread waits for the answer. */
        SEND,
        /** Jobs were leased. */
        RECEIVE,
        /** The current thread calls the handler. */
        PROCESS,
        /** Ends of jobs are reported; any thread gets the answer. */
        SETTLE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it begins and ends in one thread, and what that thread does meanwhile is a part of it. */
        boolean isInThread() {
            return this == SEND || this == PROCESS;
        }
    }

    public static final String SYSTEM = "messaging.system";
    public static final String TYPE = "messaging.operation.type";
    public static final String DESTINATION = "messaging.destination.name";
    public static final String MESSAGE = "messaging.message.id";
    public static final String COUNT = "messaging.batch.message_count";
    /** The value of {@link #SYSTEM}. */
    public static final String REEVE = "reeve";

    /** Such as {@code process mail}. */
    public String title() {
        return queue.isEmpty() ? kind.word() : kind.word() + " " + queue;
    }
}
