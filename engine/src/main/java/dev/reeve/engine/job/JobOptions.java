package dev.reeve.engine.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What most jobs do not have. Immutable. Jobs without it share {@link #NONE}, and values that only note how leases ended are
 * shared too: they cost a job no memory, so that a lease can end when memory is full.
 *
 * @param headers what the producer gave along with the payload
 * @param progress the last progress that a worker has told; null if none has
 * @param cancelRequest the request to cancel the job while it is leased; null if there is none
 * @param lapses how many leases have lapsed in a row
 * @param leaseEnd what the holder of the last lease has done to end it; null if it did nothing, or nobody may repeat it
 * @param ties what ties the job to others
 */
public record JobOptions(
        JobHeaders headers,
        @Nullable Progress progress,
        @Nullable CancelRequest cancelRequest,
        int lapses,
        @Nullable LeaseEnd leaseEnd,
        JobTies ties) {
    public static final JobOptions NONE = new JobOptions(JobHeaders.NONE, null, null, 0, null, JobTies.NONE);

    private static final long OVERHEAD_BYTES = 32;
    private static final int SHARED_LAPSES = 16;
    private static final List<JobOptions> SHARED = sharedValues();

    private static List<JobOptions> sharedValues() {
        List<JobOptions> values = new ArrayList<>();
        values.add(NONE);
        for (int lapses = 1; lapses <= SHARED_LAPSES; lapses++) {
            values.add(new JobOptions(JobHeaders.NONE, null, null, lapses, null, JobTies.NONE));
        }
        for (LeaseEnd end : LeaseEnd.values()) {
            values.add(new JobOptions(JobHeaders.NONE, null, null, 0, end, JobTies.NONE));
        }
        return List.copyOf(values);
    }

    /** The values that jobs share, in the order of {@link #sharedIndex}. */
    static List<JobOptions> allShared() {
        return SHARED;
    }

    /** The place among the shared values; -1 if this value is none of them. */
    int sharedIndex() {
        boolean alone = headers.isEmpty() && progress == null && cancelRequest == null && ties.isNone();
        if (!alone || lapses > SHARED_LAPSES || (lapses > 0 && leaseEnd != null)) {
            return -1;
        }
        return leaseEnd == null ? lapses : SHARED_LAPSES + leaseEnd.code();
    }

    /** An equal value that other jobs use, if there is one. */
    public JobOptions shared() {
        int index = sharedIndex();
        return index < 0 ? this : SHARED.get(index);
    }

    public JobOptions withHeaders(JobHeaders value) {
        return value.equals(headers)
                ? this
                : new JobOptions(value, progress, cancelRequest, lapses, leaseEnd, ties).shared();
    }

    public JobOptions withProgress(@Nullable Progress value) {
        return new JobOptions(headers, value, cancelRequest, lapses, leaseEnd, ties).shared();
    }

    public JobOptions withCancelRequest(@Nullable CancelRequest value) {
        return Objects.equals(value, cancelRequest)
                ? this
                : new JobOptions(headers, progress, value, lapses, leaseEnd, ties).shared();
    }

    public JobOptions withLapses(int value) {
        return value == lapses
                ? this
                : new JobOptions(headers, progress, cancelRequest, value, leaseEnd, ties).shared();
    }

    public JobOptions withLeaseEnd(@Nullable LeaseEnd value) {
        return value == leaseEnd
                ? this
                : new JobOptions(headers, progress, cancelRequest, lapses, value, ties).shared();
    }

    public JobOptions withTies(JobTies value) {
        return value.equals(ties)
                ? this
                : new JobOptions(headers, progress, cancelRequest, lapses, leaseEnd, value).shared();
    }

    /** What is left when the job starts anew. */
    public JobOptions startedOver() {
        return equals(NONE) ? this : NONE.withHeaders(headers).withTies(ties);
    }

    /** A copy without content of clients, see {@link JobView#without}. */
    JobOptions without(boolean hidesHeaders, boolean hidesTexts) {
        JobOptions copy = hidesHeaders ? withHeaders(JobHeaders.NONE) : this;
        Progress told = copy.progress;
        CancelRequest asked = copy.cancelRequest;
        if (hidesTexts) {
            copy = copy.withProgress(told == null ? null : told.withoutMessage())
                    .withCancelRequest(asked == null ? null : asked.withoutReason());
        }
        return copy;
    }

    /** The estimated memory. */
    long sizeBytes() {
        if (sharedIndex() >= 0) {
            return 0;
        }
        return OVERHEAD_BYTES
                + headers.sizeBytes()
                + ties.sizeBytes()
                + (progress == null ? 0 : progress.sizeBytes())
                + (cancelRequest == null ? 0 : cancelRequest.sizeBytes());
    }

    /** The most that options take which a job did not have before, without what they refer to. */
    public static final long GROWTH_BYTES = OVERHEAD_BYTES + JobLabels.OVERHEAD_BYTES;
}
