package dev.reeve.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job that a worker has leased. It is RUNNING until its handler returns, then FINISHING until the server has confirmed the report,
 * then GONE; it is GONE too as soon as its lease is lost. Invariant: a job is reported by at most one report, and its handler is
 * interrupted only while it runs.
 */
final class HeldJob implements JobContext {
    /** What the handler has told of its progress. */
    record ProgressNote(int percent, String message) {}

    private enum Stage {
        RUNNING,
        FINISHING,
        GONE
    }

    /** A job with this header is the callback of a batch: its payload has the counts and, within, the payload that was given. */
    static final String CALLBACK_HEADER = "reeve-callback";

    private final JobInfo info;
    private final Codecs codecs;
    private final String token;
    private final long marginNanos;
    private Stage stage = Stage.RUNNING;
    private @Nullable Thread thread;
    private @Nullable ProgressNote progress;
    private boolean cancelled;
    private boolean lost;
    private volatile long deadlineNanos;

    /**
     * @param deadlineNanos until when the lease lasts at least
     * @param marginNanos so long before the deadline the lease counts as lost
     */
    HeldJob(JsonObject job, Codecs codecs, long deadlineNanos, long marginNanos) {
        this.info = new JobInfo(job);
        this.codecs = codecs;
        this.token = job.text("lease_token");
        this.deadlineNanos = deadlineNanos;
        this.marginNanos = marginNanos;
    }

    String token() {
        return token;
    }

    /** The current thread begins to work on the job. Returns false if it is too late. */
    synchronized boolean begin() {
        thread = stage == Stage.RUNNING ? Thread.currentThread() : null;
        return thread != null;
    }

    /** The handler has returned. Returns whether its outcome is to be reported. */
    synchronized boolean end() {
        thread = null;
        // An interrupt that was meant for this job must not meet the next one.
        Thread.interrupted();
        if (stage != Stage.RUNNING || leaseLost()) {
            return false;
        }
        stage = Stage.FINISHING;
        return true;
    }

    /** The worker closes and gives the job back. Returns whether that is to be reported. */
    synchronized boolean giveUp() {
        if (stage != Stage.RUNNING) {
            return false;
        }
        stage = Stage.FINISHING;
        lost = true;
        interrupt();
        return true;
    }

    /** The lease is lost. Returns false if that was known, or the job is at its end. */
    synchronized boolean lose() {
        if (stage == Stage.GONE) {
            return false;
        }
        stage = Stage.GONE;
        lost = true;
        interrupt();
        return true;
    }

    /** The server has confirmed the report. */
    synchronized void confirmed() {
        stage = Stage.GONE;
    }

    private void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Whether its report is under way. */
    synchronized boolean isFinishing() {
        return stage == Stage.FINISHING;
    }

    synchronized boolean isRunning() {
        return stage == Stage.RUNNING;
    }

    /** @param sent the progress that the server knows by now */
    synchronized void renewed(long untilNanos, @Nullable ProgressNote sent, boolean cancelRequested) {
        if (Objects.equals(progress, sent)) {
            progress = null;
        }
        if (untilNanos - deadlineNanos > 0) {
            deadlineNanos = untilNanos;
        }
        if (cancelRequested && !cancelled) {
            cancelled = true;
            interrupt();
        }
    }

    boolean isOver(long nowNanos) {
        return nowNanos - (deadlineNanos - marginNanos) >= 0;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public synchronized void progress(int percent, String message) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("expected 0 to 100 percent, not " + percent);
        }
        progress = new ProgressNote(percent, message.length() <= 300 ? message : message.substring(0, 300));
    }

    /** What is to be sent; null if there is nothing new. */
    synchronized @Nullable ProgressNote progressNote() {
        return progress;
    }

    @Override
    public synchronized boolean isCancelled() {
        return cancelled;
    }

    @Override
    public synchronized boolean leaseLost() {
        return lost || (stage == Stage.RUNNING && isOver(System.nanoTime()));
    }

    @Override
    public void throwIfCancelled() {
        if (isCancelled()) {
            throw new JobCancelledException("job " + id() + " is to be cancelled");
        }
        if (leaseLost()) {
            throw new JobCancelledException("the lease of job " + id() + " is lost");
        }
    }

    @Override
    public String id() {
        return info.id();
    }

    @Override
    public String queue() {
        return info.queue();
    }

    @Override
    public String type() {
        return info.type();
    }

    @Override
    public int attempt() {
        return info.attempt();
    }

    @Override
    public Map<String, String> headers() {
        Map<String, String> all = new LinkedHashMap<>();
        JsonObject headers = info.json().object("headers");
        if (headers != null) {
            headers.names().forEach(name -> all.put(name, headers.text(name)));
        }
        return all;
    }

    @Override
    public Optional<JobDependency> dependency(String key) {
        JsonObject all = info.json().object("dependencies");
        JsonObject one = all == null ? null : all.object(key);
        return Optional.ofNullable(one).map(json -> new JobDependency(json, codecs));
    }

    @Override
    public Optional<BatchInfo> batch() {
        JsonObject headers = info.json().object("headers");
        boolean isCallback = headers != null && headers.names().contains(CALLBACK_HEADER);
        return isCallback
                ? Optional.of(new BatchInfo(JsonObject.read(info.payload().bytes())))
                : Optional.empty();
    }

    /** The payload that was given. */
    <P> @Nullable P payload(Class<P> type) {
        RawJson given = batch().map(batch -> batch.json().raw("payload")).orElseGet(info::payload);
        return codecs.read(given, type);
    }

    @Override
    public JobInfo info() {
        return info;
    }

    @Override
    public String toString() {
        return id();
    }
}
