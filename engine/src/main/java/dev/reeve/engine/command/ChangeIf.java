package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes a job that somebody has selected by its state, if it still is in one of these states. Otherwise the job has changed
 * since, and stays as it is.
 *
 * @param startsAtMicros for a retry, the time from which the job can be leased; {@link Add#NOW} for at once
 * @param queue for a move, where to; null for other changes
 * @param by who changes the job, for its history; null if nobody said so
 */
public record ChangeIf(
        JobRef job,
        List<State> states,
        Kind kind,
        long startsAtMicros,
        @Nullable String queue,
        @Nullable String by) implements Command<Done> {
    /** What becomes of the job, with its code in the journal. */
    public enum Kind {
        /** As {@link Requeue}, anew. */
        RETRY(1),
        /** As a request of {@link Cancel}. */
        CANCEL(2),
        DELETE(3),
        MOVE(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Kind ofCode(int code) {
            if (code < 1 || code > values().length) {
                throw new IllegalArgumentException("no change of a job has the code " + code);
            }
            return values()[code - 1];
        }

        /** The change in histories and in the audit log. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ChangeIf {
        states = List.copyOf(states);
    }

    /** The change without the condition. */
    public Command<Done> change() {
        return switch (kind) {
            case RETRY -> Requeue.anew(job, startsAtMicros);
            case CANCEL -> Cancel.request(job, false, null, by);
            case DELETE -> new Delete(job);
            case MOVE -> new Move(job, Objects.requireNonNull(queue));
        };
    }

    @Override
    public long growthBytes() {
        return change().growthBytes() + noteBytes();
    }

    @Override
    public long growthBytes(EngineState state) {
        return change().growthBytes(state) + noteBytes();
    }

    @Override
    public long ledgerBytes(EngineState state) {
        return change().ledgerBytes(state);
    }

    private long noteBytes() {
        return by == null || kind == Kind.DELETE ? 0 : HistoryEvent.OVERHEAD_BYTES + Growth.text(note(by));
    }

    private String note(String name) {
        return kind.word() + " by " + name;
    }

    @Override
    public boolean usesReserve() {
        return change().usesReserve();
    }

    @Override
    public List<String> queues() {
        return queue == null ? List.of() : List.of(queue);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (!states.contains(found.state())) {
            return LeaseChecks.refused(Rejection.INVALID_TRANSITION, found);
        }
        Outcome<Done> outcome = change().apply(state);
        Job changed = state.find(job);
        if (outcome.rejection() == null && by != null && changed != null && changed.optionalFields() != null) {
            state.edits().log(state.clockOr(null), changed, note(by), null);
        }
        return outcome;
    }
}
