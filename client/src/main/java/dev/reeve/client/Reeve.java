package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server, for any number of threads. Every method waits for the answer, and throws a {@link ReeveException} if the
 * request is refused or the server is not reached in time.
 */
public final class Reeve implements AutoCloseable {
    /** The most jobs of one request. */
    static final int MOST_JOBS = 1000;
    /** The most bytes of one request, below the server's usual limit. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final HttpCalls calls;
    private final Codecs codecs;

    private Reeve(HttpCalls calls, Codecs codecs) {
        this.calls = calls;
        this.codecs = codecs;
    }

    /** Nothing is sent before the first request. */
    public static Reeve connect(URI server, Credentials credentials) {
        return connect(server, credentials, ClientOptions.DEFAULTS);
    }

    public static Reeve connect(URI server, Credentials credentials, ClientOptions options) {
        if (server.getHost() == null
                || server.getScheme() == null
                || !server.getScheme().startsWith("http")) {
            throw new IllegalArgumentException("expected an address such as http://127.0.0.1:8023, not " + server);
        }
        return new Reeve(new HttpCalls(server.resolve("/"), credentials, options), new Codecs(options.codec()));
    }

    HttpCalls calls() {
        return calls;
    }

    Codecs codecs() {
        return codecs;
    }

    public URI server() {
        return calls.server();
    }

    /** Adds a job. If a job with this id, queue, type and payload exists, that one is meant and nothing is added. */
    public <P, R> Added<R> add(JobRequest<P, R> request) {
        ApiAnswer answer = calls.send(new ApiCall("POST", "/v1/jobs", request.json(codecs), Duration.ZERO))
                .orThrow();
        JsonObject job = answer.json();
        // A first try that was executed, and whose answer was lost, has made it too.
        boolean created = job.flag("created") || answer.repeated();
        return new Added<>(this, job.text("id"), request.type().result(), created);
    }

    /** Adds many jobs, up to 1,000 a request, and returns what became of each, in order. */
    public List<AddOutcome> addAll(Iterable<? extends JobRequest<?, ?>> requests) {
        List<AddOutcome> outcomes = new ArrayList<>();
        addAll(requests.iterator(), outcomes::add);
        return outcomes;
    }

    /**
     * Adds any number of jobs. The stream is read no further than one request ahead, so that a server that is slow or full slows it
     * down.
     *
     * @param each is told what became of each job, in order
     */
    public void addAll(Stream<? extends JobRequest<?, ?>> requests, Consumer<AddOutcome> each) {
        try (requests) {
            addAll(requests.iterator(), each);
        }
    }

    private void addAll(Iterator<? extends JobRequest<?, ?>> requests, Consumer<AddOutcome> each) {
        List<JobRequest<?, ?>> batch = new ArrayList<>();
        List<byte[]> bodies = new ArrayList<>();
        long bytes = 0;
        while (requests.hasNext()) {
            JobRequest<?, ?> next = requests.next();
            byte[] body = next.json(codecs);
            if (batch.size() == MOST_JOBS || (bytes + body.length > MOST_BYTES && !batch.isEmpty())) {
                addBatch(batch, bodies, each);
                bytes = 0;
            }
            batch.add(next);
            bodies.add(body);
            bytes += body.length;
        }
        if (!batch.isEmpty()) {
            addBatch(batch, bodies, each);
        }
    }

    private void addBatch(List<JobRequest<?, ?>> batch, List<byte[]> bodies, Consumer<AddOutcome> each) {
        ApiAnswer answer = calls.send(ApiCall.post("/v1/bulk/add", out -> {
                    out.writeArrayFieldStart("jobs");
                    for (byte[] body : bodies) {
                        out.writeRawValue(new String(body, StandardCharsets.UTF_8));
                    }
                    out.writeEndArray();
                }))
                .orThrow();
        List<JsonObject> results = answer.json().objects("results");
        for (int i = 0; i < batch.size(); i++) {
            JsonObject problem = results.get(i).object("problem");
            each.accept(new AddOutcome(
                    batch.get(i),
                    problem == null && (results.get(i).flag("created") || answer.repeated()),
                    problem == null ? null : ReeveException.of((int) problem.number("status"), problem)));
        }
        batch.clear();
        bodies.clear();
    }

    /** A job; empty if there is none with this id. */
    public Optional<JobInfo> get(String id) {
        ApiAnswer answer = calls.send(ApiCall.get(path(id)));
        if (answer.status() == NOT_FOUND && answer.problem().isType("job-not-found")) {
            return Optional.empty();
        }
        return Optional.of(new JobInfo(answer.orThrow().json()));
    }

    /** The job when it has ended, or as it is after that time, 60 s at most. */
    CompletableFuture<JobInfo> whenEnded(String id, Duration wait) {
        String path = path(id) + "?wait=" + WireText.encoded(WireText.of(wait));
        return calls.sendLater(ApiCall.get(path).waiting(wait))
                .thenApply(answer -> new JobInfo(answer.orThrow().json()));
    }

    /** Waits until the job has ended, or that time is over, 60 s at most. */
    public JobInfo await(String id, Duration wait) {
        return HttpCalls.await(whenEnded(id, wait));
    }

    /** Jobs that match, page by page while the stream is read. */
    public Stream<JobInfo> list(JobQuery query) {
        Iterator<JobInfo> jobs = new JobPages(calls, query);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(jobs, 0), false);
    }

    /**
     * Cancels a job: at once if no worker has it, else when its lease ends, whereof its worker is told.
     *
     * @param force takes the lease away
     */
    public JobInfo cancel(String id, boolean force) {
        ApiAnswer answer = calls.send(ApiCall.post(path(id) + "/cancel", out -> out.writeBooleanField("force", force)));
        return changed(id, answer, "cancelled");
    }

    /** Lets a job that failed, timed out or was cancelled run again. */
    public JobInfo retry(String id) {
        return changed(id, calls.send(ApiCall.post(path(id) + "/retry", out -> {})), "");
    }

    /** @param state the state in which the change was made already; empty for any in which the job has not ended */
    private JobInfo changed(String id, ApiAnswer answer, String state) {
        if (answer.repeated() && answer.status() == CONFLICT) {
            JobInfo now = get(id).orElse(null);
            if (now != null && (state.isEmpty() ? !now.hasEnded() : now.state().equals(state))) {
                return now;
            }
        }
        return new JobInfo(answer.orThrow().json());
    }

    /** Deletes a job, whatever its state. Returns false if there was none. */
    public boolean delete(String id) {
        ApiAnswer answer = calls.send(ApiCall.delete(path(id)));
        if (answer.status() == NOT_FOUND && answer.problem().isType("job-not-found")) {
            return answer.repeated();
        }
        answer.orThrow();
        return true;
    }

    /** Creates or replaces a schedule; may be repeated at every start of a program. The job's id and time are the schedule's. */
    public void putSchedule(ScheduleRequest schedule, JobRequest<?, ?> job) {
        byte[] body = JsonObject.write(out -> {
            writeIfGiven("cron", schedule.timing(), out);
            writeIfGiven("every", schedule.every() == null ? null : WireText.of(schedule.every()), out);
            writeIfGiven(
                    "zone", schedule.zone() == null ? null : schedule.zone().getId(), out);
            writeIfGiven("missed", schedule.missed(), out);
            writeIfGiven("overlap", schedule.overlap(), out);
            out.writeFieldName("job");
            out.writeRawValue(new String(job.templateJson(codecs), StandardCharsets.UTF_8));
        });
        calls.send(new ApiCall("PUT", schedulePath(schedule.name()), body, Duration.ZERO))
                .orThrow();
    }

    private static void writeIfGiven(String name, @Nullable String value, JsonGenerator out) throws IOException {
        if (value != null) {
            out.writeStringField(name, value);
        }
    }

    /** Deletes a schedule. Returns false if there was none. */
    public boolean deleteSchedule(String name) {
        ApiAnswer answer = calls.send(ApiCall.delete(schedulePath(name)));
        if (answer.status() == NOT_FOUND && answer.problem().isType("schedule-not-found")) {
            return answer.repeated();
        }
        answer.orThrow();
        return true;
    }

    private static String schedulePath(String name) {
        return "/v1/schedules/" + WireText.encoded(name);
    }

    /** A worker for these queues; it begins with {@link WorkerBuilder#start}. */
    public WorkerBuilder worker(String... queues) {
        return new WorkerBuilder(this, List.of(queues));
    }

    /** Any other request of the interface. */
    public ApiRequest request(String method, String path) {
        return new ApiRequest(calls, method, path);
    }

    static String path(String id) {
        return "/v1/jobs/" + WireText.encoded(id);
    }

    /** Ends the connections. Workers should be closed before. */
    @Override
    public void close() {
        calls.close();
    }
}
