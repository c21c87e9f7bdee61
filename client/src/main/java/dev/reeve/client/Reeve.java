package dev.reeve.client;

import dev.reeve.client.observe.JobObserver;
import dev.reeve.client.observe.JobOperation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A connection to a server, for any number of threads. Every method waits for the answer, and throws a {@link ReeveException} if the
 * request is refused or the server is not reached in time.
 */
public final class Reeve implements AutoCloseable {
    /** The most jobs of one request. */
    static final int MOST_JOBS = 1000;

    private static final String JOBS = "/v1/jobs";
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final HttpCalls calls;
    private final Codecs codecs;
    private final Observers observers;
    private final AddTiming timing;

    private Reeve(HttpCalls calls, ClientOptions options) {
        this.calls = calls;
        this.codecs = new Codecs(options.codec());
        this.observers = Observers.of(options.observer());
        AddTiming given = options.addTiming();
        this.timing = given == null ? add -> false : given;
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
        return new Reeve(new HttpCalls(server.resolve("/"), credentials, options), options);
    }

    HttpCalls calls() {
        return calls;
    }

    Codecs codecs() {
        return codecs;
    }

    Observers observers() {
        return observers;
    }

    public URI server() {
        return calls.server();
    }

    /**
     * Adds a job. If a job with this id, queue, type and payload exists, or one that holds the unique key, that one is meant and nothing
     * is added.
     */
    public <P, R> Added<R> add(JobRequest<P, R> request) {
        return timing.isDeferred(new PendingAdd(() -> addNow(request), () -> written(request)))
                ? new Added<>(this, request.id(), request.type().result(), true)
                : addNow(request);
    }

    private <P, R> Added<R> addNow(JobRequest<P, R> request) {
        return observed(request, body -> {
            ApiAnswer answer =
                    calls.send(new ApiCall("POST", JOBS, body, Duration.ZERO)).orThrow();
            JsonObject job = answer.json();
            boolean created = AddOutcome.isCreated(request, job, answer.repeated());
            return new Added<>(this, job.text("id"), request.type().result(), created);
        });
    }

    private PendingAdd.Request written(JobRequest<?, ?> request) {
        return observed(request, body -> new PendingAdd.Request(JOBS, new String(body, StandardCharsets.UTF_8)));
    }

    /** @param sent gets the request in JSON, with the trace */
    private <T> T observed(JobRequest<?, ?> request, Function<byte[], T> sent) {
        Map<String, String> trace = new LinkedHashMap<>();
        JobObserver.Running running = observers.begin(() ->
                new JobOperation(JobOperation.Kind.SEND, String.valueOf(request.queueName()), request.id(), 1, trace));
        return Observers.observed(
                running, () -> sent.apply(request.traced(trace).json(codecs)));
    }

    /** Adds many jobs, up to 1,000 a request, and returns what became of each, in order. */
    public List<AddOutcome> addAll(Iterable<? extends JobRequest<?, ?>> requests) {
        List<AddOutcome> outcomes = new ArrayList<>();
        new JobAdds(this).each(requests.iterator(), outcomes::add);
        return outcomes;
    }

    /** As above, for a stream. */
    public List<AddOutcome> addAll(Stream<? extends JobRequest<?, ?>> requests) {
        List<AddOutcome> outcomes = new ArrayList<>();
        addAll(requests, outcomes::add);
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
            new JobAdds(this).each(requests.iterator(), each);
        }
    }

    /**
     * Makes a batch of jobs: {@code reeve.batch(b -> { var f = b.add(FETCH.with(x)); b.add(RENDER.with(y).after(f)); })}. Up to 1,000 jobs
     * are added all or none; of a larger batch nothing is left to run if a job is refused.
     */
    public AddedBatch batch(Consumer<BatchBuilder> jobs) {
        BatchBuilder plan = new BatchBuilder();
        jobs.accept(plan);
        JobAdds adds = new JobAdds(this);
        if (!timing.isDeferred(new PendingAdd(() -> adds.batch(plan), () -> adds.written(plan)))) {
            adds.batch(plan);
        }
        return new AddedBatch(this, plan.id());
    }

    /** A batch that was made before. */
    public AddedBatch batch(String id) {
        return new AddedBatch(this, id);
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
        Iterator<JsonObject> jobs = new AnswerPages(calls, query::path, "jobs");
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(jobs, 0), false)
                .map(JobInfo::new);
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
        ApiCall call = ApiCall.put(schedulePath(schedule.name()), out -> {
            schedule.write(out);
            out.writeFieldName("job");
            WireText.writeRaw(job.templateJson(codecs), out);
        });
        calls.send(call).orThrow();
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
        return JOBS + "/" + WireText.encoded(id);
    }

    /** Ends the connections. Workers should be closed before. */
    @Override
    public void close() {
        calls.close();
    }
}
