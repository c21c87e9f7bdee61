package dev.reeve.net.http;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.node.LongQuery;
import dev.reeve.node.Requests;
import dev.reeve.settings.Durations;
import dev.reeve.tally.RequestTally;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One HTTP request and its response. HTTP loop only, except where noted. */
public final class Exchange {
    private static final Logger log = LoggerFactory.getLogger(Exchange.class);
    private static final byte[] NOTHING = new byte[0];
    static final int LOWEST_ERROR = 400;

    private final HttpServerRequest request;
    private final Routes.Found found;
    private final LoopBridge loopBridge;
    private final BodyBudget bodyBudget;
    private final ResponseBudget responseBudget;
    private final @Nullable RequestTally tally;
    private final long beganAtNanos;
    private byte[] body = NOTHING;
    private long reservedBytes;
    private boolean answered;

    Exchange(
            HttpServerRequest request,
            Routes.Found found,
            LoopBridge loopBridge,
            BodyBudget bodyBudget,
            ResponseBudget responseBudget,
            @Nullable RequestTally tally) {
        this.request = request;
        this.found = found;
        this.loopBridge = loopBridge;
        this.bodyBudget = bodyBudget;
        this.responseBudget = responseBudget;
        this.tally = tally;
        this.beganAtNanos = tally == null ? 0 : System.nanoTime();
    }

    void body(byte[] bytes) {
        body = bytes;
        reservedBytes = bytes.length;
    }

    /** Releases the memory of the request body from the body budget. */
    void release() {
        bodyBudget.release(reservedBytes);
        reservedBytes = 0;
    }

    Route route() {
        return found.route();
    }

    /** The decoded path segment for the braced segment of the route with this index, from 0. */
    public String segment(int index) {
        return found.texts().get(index);
    }

    public @Nullable String query(String name) throws HttpError {
        return QueryText.find(request.query(), name);
    }

    public @Nullable String header(String name) {
        return request.getHeader(name);
    }

    /** The request body; empty if there is none. */
    public byte[] body() {
        return body;
    }

    /** The wait time that the client requests, 0 if it requests none. */
    public long waitMicros(long maxMicros) throws HttpError {
        String text = query("wait");
        if (text == null) {
            return 0;
        }
        try {
            return Math.min(maxMicros, Durations.parseMicros(text));
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("wait: " + e.getMessage());
        }
    }

    /** Submits the command and answers on the HTTP loop. */
    public <R> void submit(Command<R> command, Function<Rejection, HttpError> refusals, Consumer<R> answer) {
        submitOrExplain(command, refused -> refusals.apply(refused.rejectionOrThrow()), answer);
    }

    /** As {@link #submit}, where the answer to a refusal needs more than its reason. */
    public <R> void submitOrExplain(Command<R> command, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        loopBridge.toNode(new HttpCall<>(this, refusals, answer) {
            @Override
            void start(Requests node) {
                node.submit(command, this);
            }
        });
    }

    /** Runs the query and answers on the HTTP loop. */
    public <R> void ask(Query<R> query, Consumer<R> answer) {
        loopBridge.toNode(new HttpCall<R>(this, CommonResponses::refused, answer) {
            @Override
            void start(Requests node) {
                node.ask(query, this);
            }
        });
    }

    /** Runs a long query in steps and answers on the HTTP loop. */
    public <R> void askInSteps(LongQuery<R> query, Consumer<R> answer) {
        loopBridge.toNode(new HttpCall<R>(this, CommonResponses::refused, answer) {
            @Override
            void start(Requests node) {
                node.askInSteps(query, this);
            }
        });
    }

    /** Acquires one job, waiting if none is ready, and answers on the HTTP loop. */
    public void acquire(Acquire command, long waitMicros, Consumer<LeasedJob> answer, Runnable whenNone) {
        AcquireCall call = new AcquireCall(this, command, waitMicros, answer, whenNone);
        request.response().closeHandler(closed -> call.clientDisconnected());
        loopBridge.toNode(call);
    }

    /** Runs the answer when the response budget allows about this many bytes. */
    public void whenBudgetAllows(long bytes, Runnable answer) {
        responseBudget.whenBudgetAllows(bytes, () -> guard(answer));
    }

    /** Runs a task that answers. An exception affects only this request. */
    void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.error("failed to answer {}", this, e);
            if (!answered) {
                refuse(new HttpError(500, "Internal error"));
            }
        }
    }

    /** Answers with this text on the HTTP loop when it is complete, or with 503 if it failed. */
    public void text(String mediaType, CompletionStage<byte[]> text) {
        text.whenComplete((bytes, failure) -> loopBridge.toHttpFromAnyThread(() -> {
            if (failure != null) {
                refuse(new HttpError(503, "The server is too busy"));
            } else {
                answered(200);
                if (!isDisconnected()) {
                    responseBudget.sending(request, bytes.length, CommonResponses.send(request, 200, bytes, mediaType));
                }
            }
        }));
    }

    public void header(CharSequence name, String value) {
        request.response().putHeader(name, value);
    }

    public void ok(Json.Writer value) {
        answer(200, value);
    }

    public void created(String location, Json.Writer value) {
        header("location", location);
        answer(201, value);
    }

    public void noContent() {
        send(204, null);
    }

    /** Answers 201 without a body. */
    public void created(String location) {
        header("location", location);
        send(201, null);
    }

    public void refuse(HttpError refusal) {
        bodyBudget.refusals().refused(refusal);
        answer(refusal.status(), CommonResponses.error(refusal.text()));
    }

    /** Answers 200 with encoded JSON. */
    public void okBytes(byte[] json) {
        send(200, json);
    }

    private void answer(int status, Json.Writer value) {
        if (isDisconnected()) {
            answered(status);
        } else {
            send(status, Json.bytes(value));
        }
    }

    private void send(int status, byte @Nullable [] json) {
        answered(status);
        if (!isDisconnected()) {
            responseBudget.sending(
                    request, json == null ? 0 : json.length, CommonResponses.send(request, status, json));
        }
    }

    /** Counts the response with this status. */
    void answered(int status) {
        if (answered) {
            throw new IllegalStateException(
                    "answered twice: " + request.method() + " " + found.route().path());
        }
        answered = true;
        release();
        if (tally != null) {
            tally.answered(System.nanoTime() - beganAtNanos, status >= LOWEST_ERROR);
        }
    }

    boolean isAnswered() {
        return answered;
    }

    /** Whether the client has disconnected. */
    boolean isDisconnected() {
        HttpServerResponse response = request.response();
        return response.closed();
    }

    /** Logs and counts a rejection by the node. Any thread. */
    void refused(Rejection why) {
        bodyBudget.refusals().refused(why);
    }

    LoopBridge loopBridge() {
        return loopBridge;
    }

    @Override
    public String toString() {
        HttpMethod method = request.method();
        return method + " " + found.route().path();
    }
}
