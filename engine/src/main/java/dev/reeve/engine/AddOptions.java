package dev.reeve.engine;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What only some additions of a job say. Most say none of it and share {@link #NONE}.
 *
 * @param declaredQueue the queue must exist, and its own terms count in place of the command's, if it has any
 * @param patch changes the terms
 * @param klass what kind of job it is to its client; null means its queue's name
 * @param tags null keeps those of a job that is moved
 * @param dependencies the jobs to wait for; if empty, a job that is moved keeps those it has
 * @param existing what to do if a job with that id exists
 * @param movedBy the worker that moves it: it need not be notified that it lost the job
 * @param keepPriority a job that is moved keeps its priority
 * @param clock the caller's clock; null for the server's
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
        @Nullable CallerClock clock) {
    public static final AddOptions NONE =
            new AddOptions(false, TermsPatch.NOTHING, null, List.of(), List.of(), Existing.REFUSE, null, false, null);

    /** What to do if a job with that id exists. */
    public enum Existing {
        REFUSE(0),
        /** Move it to the queue named, whatever its state. */
        MOVE(1),
        /** Move it, and refuse to create a new one. */
        REQUIRE(2);

        private final int code;

        Existing(int code) {
            this.code = code;
        }

        public int code() {
            return code;
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

    /** For a queue that was declared before: its terms count, changed by the patch. */
    public static AddOptions inDeclaredQueue(TermsPatch patch, List<String> tags) {
        return new AddOptions(true, patch, null, tags, List.of(), Existing.REFUSE, null, false, null);
    }
}
