package dev.reeve.server.net.http;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.server.node.LongQuery;
import dev.reeve.server.node.Node;
import dev.reeve.server.tally.RequestTally;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer. Everything here happens on the HTTP loop. */
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
    private long heldBytes;
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
        heldBytes = bytes.length;
    }

    /** Nothing more comes of it: what its body took of the common room is free again. */
    void release() {
        bodyBudget.release(heldBytes);
        heldBytes = 0;
    }

    Route route() {
        return found.route();
    }

    /** The text that the path has for its first segment in braces, its second, and so on; decoded. */
    public String segment(int index) {
        return found.texts().get(index);
    }

    public @Nullable String query(String name) throws HttpError {
        return QueryText.find(request.query(), name);
    }

    public @Nullable String header(String name) {
        return request.getHeader(name);
    }

    /** Empty if there was none. */
    public byte[] body() {
        return body;
    }

    /** How long the client is willing to wait, 0 if it does not say. */
    public long waitMicros(long longest) throws HttpError {
        String text = query("wait");
        if (text == null) {
            return 0;
        }
        try {
            return Math.min(longest, Durations.parseMicros(text));
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("wait: " + e.getMessage());
        }
    }

    /** Has the command done, and then answers on the HTTP loop. */
    public <R> void submit(Command<R> command, Function<Rejection, HttpError> refusals, Consumer<R> answer) {
        submitOrExplain(command, refused -> refusals.apply(refused.rejectionOrThrow()), answer);
    }

    /** As {@link #submit}, where the answer to a refusal needs more than its reason. */
    public <R> void submitOrExplain(Command<R> command, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        loopBridge.toNode(new HttpCall<>(this, refusals, answer) {
            @Override
            void start(Node node) {
                node.submit(command, this);
            }
        });
    }

    /** Asks, and then answers on the HTTP loop. */
    public <R> void ask(Query<R> query, Consumer<R> answer) {
        loopBridge.toNode(new HttpCall<R>(this, CommonResponses::refused, answer) {
            @Override
            void start(Node node) {
                node.ask(query, this);
            }
        });
    }

    /** Asks something that takes long, and then answers on the HTTP loop. */
    public <R> void askInSteps(LongQuery<R> query, Consumer<R> answer) {
        loopBridge.toNode(new HttpCall<R>(this, CommonResponses::refused, answer) {
            @Override
            void start(Node node) {
                node.askInSteps(query, this);
            }
        });
    }

    /** Takes one job, waiting for it if there is none, and then answers on the HTTP loop. */
    public void acquire(Acquire command, long waitMicros, Consumer<LeasedJob> answer, Runnable nothing) {
        AcquireCall call = new AcquireCall(this, command, waitMicros, answer, nothing);
        request.response().closeHandler(closed -> call.clientGone());
        loopBridge.toNode(call);
    }

    /** Answers when there is room for about so many bytes. */
    public void whenRoom(long bytes, Runnable answer) {
        responseBudget.whenRoom(bytes, () -> guard(answer));
    }

    /** Does something that answers. A bug in one answer must not take others along. */
    void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.error("cannot answer {}", this, e);
            if (!answered) {
                refuse(new HttpError(500, "Internal error"));
            }
        }
    }

    /** Answers on the HTTP loop when the text has been made, or says that it could not be. */
    public void text(String mediaType, CompletionStage<byte[]> text) {
        text.whenComplete((bytes, failure) -> loopBridge.toHttpFromElsewhere(() -> {
            if (failure != null) {
                refuse(new HttpError(503, "The server is too busy to tell"));
            } else {
                answered(200);
                if (!isGone()) {
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

    /** Created, with nothing to show. */
    public void created(String location) {
        header("location", location);
        send(201, null);
    }

    public void refuse(HttpError refusal) {
        bodyBudget.refusals().refused(refusal);
        answer(refusal.status(), CommonResponses.error(refusal.text()));
    }

    /** Answers with JSON that is there already. */
    public void okBytes(byte[] json) {
        send(200, json);
    }

    private void answer(int status, Json.Writer value) {
        if (isGone()) {
            answered(status);
        } else {
            send(status, Json.bytes(value));
        }
    }

    private void send(int status, byte @Nullable [] json) {
        answered(status);
        if (!isGone()) {
            responseBudget.sending(
                    request, json == null ? 0 : json.length, CommonResponses.send(request, status, json));
        }
    }

    /** Counts the answer, which was sent with that status. */
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

    /** Whether nobody is there any more to get an answer. */
    boolean isGone() {
        HttpServerResponse response = request.response();
        return response.closed();
    }

    /** Why the node refused it, for the log. Any thread. */
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
