package dev.reeve.engine;

import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code Add} that most commands do not use; those share {@link #NONE}.
 *
 * @param declaredQueue the queue must exist; its default terms, if set, replace the command's
 * @param patch changes the terms
 * @param klass the client's name for the kind of job; null means the queue's name
 * @param tags null keeps the tags of a job that is moved
 * @param dependencies the jobs that the job depends on; if empty, a job that is moved keeps its dependencies
 * @param existing what to do if a job with that id exists
 * @param movedBy the worker that moves the job; it is not notified of the loss of its lease
 * @param keepPriority a job that is moved keeps its priority
 * @param clock the caller's clock; null for the server's
 * @param headers what the producer gives along with the payload; a job that is moved keeps its own
 * @param ties what ties the job to others; a job that is moved keeps its own
 */
public record AddOptions(
        boolean declaredQueue,
        TermsPatch patch,
        @Nullable String klass,
        @Nullable List<String> tags,
        List<JobId> dependencies,
        Existing existing,
        @Nullable String movedBy,
        boolean keepPriority,
        @Nullable CallerClock clock,
        JobHeaders headers,
        JobTies ties) {
    public static final AddOptions NONE = new AddOptions(
            false,
            TermsPatch.NOTHING,
            null,
            List.of(),
            List.of(),
            Existing.REFUSE,
            null,
            false,
            null,
            JobHeaders.NONE,
            JobTies.NONE);

    /** What to do if a job with that id exists. */
    public enum Existing {
        REFUSE(0),
        /** Move it to the named queue, in any state. */
        MOVE(1),
        /** Move it, and refuse to create a new one. */
        REQUIRE(2),
        /** Return it if its queue, klass and payload are those of the command, so that an add can be repeated; else refuse. */
        RETURN(3);

        private final int code;

        Existing(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /** Whether an existing job is changed. */
        public boolean moves() {
            return this == MOVE || this == REQUIRE;
        }

        public static Existing ofCode(int code) {
            if (code < 0 || code >= values().length) {
                throw new IllegalArgumentException("no policy for existing jobs has the code " + code);
            }
            return values()[code];
        }
    }

    public AddOptions {
        tags = tags == null ? null : List.copyOf(tags);
        dependencies = List.copyOf(dependencies);
    }

    /** The same options with other headers. */
    public AddOptions with(JobHeaders changed) {
        return new AddOptions(
                declaredQueue, patch, klass, tags, dependencies, existing, movedBy, keepPriority, clock, changed, ties);
    }

    public AddOptions withTies(JobTies value) {
        return new AddOptions(
                declaredQueue,
                patch,
                klass,
                tags,
                dependencies,
                existing,
                movedBy,
                keepPriority,
                clock,
                headers,
                value);
    }

    public AddOptions withPatch(TermsPatch value) {
        return new AddOptions(
                declaredQueue, value, klass, tags, dependencies, existing, movedBy, keepPriority, clock, headers, ties);
    }

    public AddOptions withKlass(@Nullable String value) {
        return new AddOptions(
                declaredQueue, patch, value, tags, dependencies, existing, movedBy, keepPriority, clock, headers, ties);
    }

    public AddOptions withTags(List<String> value) {
        return new AddOptions(
                declaredQueue,
                patch,
                klass,
                value,
                dependencies,
                existing,
                movedBy,
                keepPriority,
                clock,
                headers,
                ties);
    }

    public AddOptions withExisting(Existing value) {
        return new AddOptions(
                declaredQueue, patch, klass, tags, dependencies, value, movedBy, keepPriority, clock, headers, ties);
    }

    public AddOptions withDependencies(List<JobId> value) {
        return new AddOptions(
                declaredQueue, patch, klass, tags, value, existing, movedBy, keepPriority, clock, headers, ties);
    }

    /** For a declared queue: the queue's terms apply, changed by the patch. */
    public static AddOptions inDeclaredQueue(TermsPatch patch, List<String> tags) {
        return new AddOptions(
                true, patch, null, tags, List.of(), Existing.REFUSE, null, false, null, JobHeaders.NONE, JobTies.NONE);
    }
}
