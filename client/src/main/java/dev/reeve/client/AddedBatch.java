package dev.reeve.client;

import java.time.Duration;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A batch at the server. */
public final class AddedBatch {
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    /**
     * What became of one job of a batch.
     *
     * @param key the name that the job was given; null if it has none
     */
    public record JobEnd(String id, @Nullable String key, String state, RawJson result, String errorType) {
        static JobEnd of(JsonObject json) {
            JsonObject error = json.object("error");
            return new JobEnd(
                    json.text("id"),
                    json.textOrNull("key"),
                    json.text("state"),
                    json.raw("result"),
                    error == null ? "" : error.text("type"));
        }
    }

    private final Reeve reeve;
    private final String id;

    AddedBatch(Reeve reeve, String id) {
        this.reeve = reeve;
        this.id = id;
    }

    public String id() {
        return id;
    }

    String path() {
        return "/v1/batches/" + WireText.encoded(id);
    }

    /** The batch as it is now. */
    public BatchInfo info() {
        return new BatchInfo(reeve.calls().send(ApiCall.get(path())).orThrow().json());
    }

    /** One of its jobs, to wait for and to read its result. */
    public <R> Added<R> job(JobRequest<?, R> request) {
        return new Added<>(reeve, request.id(), request.type().result(), true);
    }

    /**
     * Waits until all jobs have ended. Throws a {@link ReeveException} of kind {@link ProblemKind#TIMEOUT} if they do not in time. The
     * server is asked again after a pause that grows to a second.
     */
    public BatchInfo await(Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (true) {
            BatchInfo now = info();
            if (now.hasEnded()) {
                return now;
            }
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (leftMillis <= 0) {
                throw new ReeveException(
                        ReeveException.TIMEOUT,
                        0,
                        "batch " + id + " has not ended after " + WireText.of(longest),
                        null);
            }
            HttpCalls.sleep(Math.min(pauseMillis, leftMillis));
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        }
    }

    /** What its jobs came to, in the order in which they were added, page by page while the stream is read. */
    public Stream<JobEnd> results() {
        Iterator<JsonObject> pages = new AnswerPages(
                reeve.calls(),
                cursor -> path() + "/results?limit=500" + (cursor.isEmpty() ? "" : "&cursor=" + cursor),
                "results");
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pages, 0), false)
                .map(JobEnd::of);
    }

    /** Takes no more jobs, and cancels those that have not ended. */
    public BatchInfo cancel() {
        return changed("cancel");
    }

    /** Lets those run again that failed, timed out or were cancelled. */
    public BatchInfo retry() {
        return changed("retry");
    }

    /** Takes no more jobs. */
    BatchInfo close() {
        return changed("close");
    }

    private BatchInfo changed(String how) {
        return new BatchInfo(reeve.calls()
                .send(ApiCall.post(path() + "/" + how, out -> {}))
                .orThrow()
                .json());
    }

    @Override
    public String toString() {
        return id;
    }
}
