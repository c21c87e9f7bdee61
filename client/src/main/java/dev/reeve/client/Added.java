package dev.reeve.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A job that was added, or was there already with the same id. */
public final class Added<R> {
    /** The server answers after this time even if the job has not ended. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(50);

    private final Reeve reeve;
    private final String id;
    private final Class<R> result;
    private final boolean created;

    Added(Reeve reeve, String id, Class<R> result, boolean created) {
        this.reeve = reeve;
        this.id = id;
        this.result = result;
        this.created = created;
    }

    public String id() {
        return id;
    }

    /** False if a job with the same id, queue, type and payload existed. */
    public boolean created() {
        return created;
    }

    /**
     * Waits for the end of the job and returns its result; null if it has none. Throws a {@link JobFailedException} if the job ends
     * otherwise, and a {@link ReeveException} of type {@code timeout} if it does not end in time.
     */
    public @Nullable R result(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            JobInfo job = HttpCalls.await(reeve.whenEnded(id, left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT));
            if (job.hasEnded()) {
                return resultOf(job);
            }
            if (System.nanoTime() >= end) {
                throw new ReeveException(
                        ReeveException.TIMEOUT,
                        0,
                        "job " + id + " is still " + job.state() + " after " + WireText.of(longest),
                        null);
            }
        }
    }

    /** The result when the job has ended, however long that takes. Fails as {@link #result} does; cancel it to stop asking. */
    public CompletableFuture<@Nullable R> future() {
        CompletableFuture<@Nullable R> future = new CompletableFuture<>();
        ask(future);
        return future;
    }

    private void ask(CompletableFuture<@Nullable R> future) {
        reeve.whenEnded(id, LONGEST_WAIT).whenComplete((job, failure) -> {
            if (future.isDone()) {
                return;
            }
            if (failure != null) {
                future.completeExceptionally(HttpCalls.thrown(failure));
            } else if (job.hasEnded()) {
                complete(future, job);
            } else {
                ask(future);
            }
        });
    }

    private void complete(CompletableFuture<@Nullable R> future, JobInfo job) {
        try {
            future.complete(resultOf(job));
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        }
    }

    private @Nullable R resultOf(JobInfo job) {
        if (!job.isCompleted()) {
            throw new JobFailedException(job);
        }
        return reeve.codecs().read(job.result(), result);
    }

    @Override
    public String toString() {
        return id;
    }
}
