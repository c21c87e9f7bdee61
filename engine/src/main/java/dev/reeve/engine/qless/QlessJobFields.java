package dev.reeve.engine.qless;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a job that only qless sets. Immutable: most jobs share an instance, so that these fields cost a job no
 * memory of its own. Invariant: a job on a caller's clock is counted.
 *
 * @param counted whether the job counts in the statistics and its completion is published: since a caller with a clock
 *     put or leased it
 * @param onCallerClock whether delay and lease are evaluated against callers' clocks, when a call polls the queue, and
 *     whether the job is kept in the history when it is completed
 * @param spawnedFrom the id of the recurring job that created the job
 * @param warned whether the worker was notified that its lease has lapsed; the next poll reclaims the job
 * @param disowned whether the job no longer counts as held by its worker, although it is still leased to it
 * @param stalled whether the lease was ended by a {@code Timeout} command: the job is leased next and still shows its
 *     last worker
 */
public record QlessJobFields(
        boolean counted,
        boolean onCallerClock,
        @Nullable String spawnedFrom,
        boolean warned,
        boolean disowned,
        boolean stalled) {
    public static final QlessJobFields NONE = new QlessJobFields(false, false, null, false, false, false);
    private static final QlessJobFields COUNTED = new QlessJobFields(true, false, null, false, false, false);
    private static final QlessJobFields ON_CALLER_CLOCK = new QlessJobFields(true, true, null, false, false, false);

    private static final int COUNTED_FLAG = 1;
    private static final int CALLER_CLOCK_FLAG = 2;
    private static final int SPAWNED_FLAG = 4;
    private static final int WARNED_FLAG = 8;
    private static final int DISOWNED_FLAG = 16;
    private static final int STALLED_FLAG = 32;
    private static final int ALL_FLAGS = 63;

    public QlessJobFields {
        if (onCallerClock && !counted) {
            throw new IllegalArgumentException("expected a job on a caller's clock to be counted");
        }
    }

    /** The fields of the job, for reading. */
    public static QlessJobFields of(Job job) {
        OptionalJobFields fields = job.optionalFields();
        return fields == null ? NONE : fields.qless();
    }

    /** The fields of a new job on a caller's clock. */
    static QlessJobFields ofPut(@Nullable String spawnedFrom) {
        return new QlessJobFields(true, true, spawnedFrom, false, false, false).shared();
    }

    /** The fields of a job that is only a place in the order of leasing. */
    public static OptionalJobFields placed(boolean onCallerClock, boolean stalled) {
        OptionalJobFields fields = new OptionalJobFields();
        fields.qless(new QlessJobFields(onCallerClock, onCallerClock, null, false, false, stalled));
        return fields;
    }

    /** An equal instance that other jobs use, if there is one. */
    private QlessJobFields shared() {
        if (spawnedFrom != null || warned || disowned || stalled) {
            return this;
        }
        return onCallerClock ? ON_CALLER_CLOCK : counted ? COUNTED : NONE;
    }

    QlessJobFields withCounted() {
        return counted ? this : new QlessJobFields(true, false, spawnedFrom, warned, disowned, stalled).shared();
    }

    QlessJobFields withCallerClock() {
        return onCallerClock ? this : new QlessJobFields(true, true, spawnedFrom, warned, disowned, stalled).shared();
    }

    /** Sets what applies to one lease: whether its worker was warned, and has lost the job. */
    QlessJobFields withLease(boolean isWarned, boolean isDisowned) {
        return isWarned == warned && isDisowned == disowned
                ? this
                : new QlessJobFields(counted, onCallerClock, spawnedFrom, isWarned, isDisowned, stalled).shared();
    }

    QlessJobFields withStalled(boolean value) {
        return value == stalled
                ? this
                : new QlessJobFields(counted, onCallerClock, spawnedFrom, warned, disowned, value).shared();
    }

    public void write(ByteSink out) {
        out.putByte((counted ? COUNTED_FLAG : 0)
                | (onCallerClock ? CALLER_CLOCK_FLAG : 0)
                | (spawnedFrom != null ? SPAWNED_FLAG : 0)
                | (warned ? WARNED_FLAG : 0)
                | (disowned ? DISOWNED_FLAG : 0)
                | (stalled ? STALLED_FLAG : 0));
        if (spawnedFrom != null) {
            out.putString(spawnedFrom);
        }
    }

    public static QlessJobFields read(ByteSource in) {
        int flags = in.getByte();
        if ((flags & ~ALL_FLAGS) != 0) {
            throw new FormatException("a job has unknown qless flags: " + flags);
        }
        QlessJobFields fields = new QlessJobFields(
                (flags & COUNTED_FLAG) != 0,
                (flags & CALLER_CLOCK_FLAG) != 0,
                (flags & SPAWNED_FLAG) != 0 ? in.getString() : null,
                (flags & WARNED_FLAG) != 0,
                (flags & DISOWNED_FLAG) != 0,
                (flags & STALLED_FLAG) != 0);
        return fields.shared();
    }

    /** The name of the state in a rejection. */
    public String nameOf(State state) {
        return stalled ? "STALLED" : state.name();
    }
}
