package dev.reeve.net.http;

import dev.reeve.access.Identity;
import dev.reeve.engine.Command;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.net.Peer;
import dev.reeve.net.RefusalKind;
import dev.reeve.node.Completion;
import dev.reeve.node.FinishedJob;
import dev.reeve.node.LongQuery;
import dev.reeve.node.Origin;
import dev.reeve.node.Requests;
import dev.reeve.node.StateCopy;
import dev.reeve.settings.Durations;
import dev.reeve.tally.RequestTally;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP request and its response. HTTP loop only, except where noted. The handler of a request with a large body runs on
 * another thread, and has the exchange for itself until it returns: what it asks of the node and what it answers is kept, and
 * done on the HTTP loop then.
 */
public final class Exchange {
    private static final Logger log = LoggerFactory.getLogger(Exchange.class);
    private static final byte[] NOTHING = new byte[0];
    private static final int LOWEST_ERROR = 400;
    /** A body that is larger is collected in blocks, so that it is never copied as a whole on the HTTP loop. */
    private static final int BLOCK_BYTES = 64 * 1024;
    /** A response with this status has no body, but the headers of the one that has. */
    static final int NOT_MODIFIED = 304;

    private static final AsciiString PROBLEM_JSON = AsciiString.cached(Problem.MEDIA_TYPE);
    private static final AsciiString EVENT_STREAM = AsciiString.cached("text/event-stream");
    /** Names are constants; values may contain text of clients. */
    private static final HttpHeadersFactory HEADERS =
            DefaultHttpHeadersFactory.headersFactory().withNameValidation(false);

    private final HttpSession connection;
    private final RequestDispatcher dispatcher;
    private final HttpRequest request;
    private final HttpHeaders responseHeaders = HEADERS.newHeaders();
    private Routes.@Nullable Found found;
    private @Nullable RequestTally tally;
    private long beganAtNanos;
    private @Nullable List<ByteBuf> bodyBlocks;
    private @Nullable ByteBuf lastBlock;
    private byte[] body = NOTHING;
    private long reservedBytes;
    private HttpCall.@Nullable WaitCall<?> waitCall;
    private final @Nullable String requestId;
    private final Sender sender;
    private @Nullable Origin origin;
    /** What a handler on another thread leaves to the HTTP loop; null unless there is one. */
    private @Nullable List<Runnable> leftToLoop;

    private @Nullable BodyPace pace;

    private boolean answered;

    Exchange(HttpSession connection, RequestDispatcher dispatcher, HttpRequest request) {
        this.connection = connection;
        this.dispatcher = dispatcher;
        this.request = request;
        this.requestId = isOwnApi(path()) ? RequestId.of(request.headers().get(RequestId.HEADER)) : null;
        this.sender = new Sender(this, connection, dispatcher);
        if (requestId != null) {
            responseHeaders.set(RequestId.HEADER, requestId);
        }
    }

    /** Who sends the request. Any thread. */
    public Sender sender() {
        return sender;
    }

    HttpHeaders responseHeaders() {
        return responseHeaders;
    }

    /** Whether the path belongs to the server's own interface: its errors are problem documents, its answers have an id. */
    private static boolean isOwnApi(String path) {
        return path.startsWith("/v1/") || path.equals("/v1") || path.startsWith(ProblemType.PATH);
    }

    /** Whether errors are answered with problem documents. */
    boolean hasProblems() {
        return requestId != null;
    }

    /** Who is at the other end of the connection. */
    public Peer peer() {
        return connection.peer();
    }

    HttpRequest request() {
        return request;
    }

    String method() {
        return request.method().name();
    }

    /** The path as it was sent, without scheme and host, and without the query. */
    String path() {
        String target = request.uri();
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        if (path.startsWith("/")) {
            return path;
        }
        int host = path.indexOf("://");
        int slash = host < 0 ? -1 : path.indexOf('/', host + 3);
        return slash < 0 ? "" : path.substring(slash);
    }

    boolean announcesBody() {
        return request.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    }

    void found(Routes.Found route, @Nullable RequestTally counters) {
        found = route;
        countAs(counters);
    }

    void countAs(@Nullable RequestTally counters) {
        tally = counters;
        beganAtNanos = counters == null ? 0 : System.nanoTime();
    }

    /** Adds a part of the body. Memory grows with the bytes received, not with the announced length. */
    void addToBody(ByteBuf part) throws HttpError {
        int bytes = part.readableBytes();
        dispatcher.bodyBudget.reserve(route(), bytes, reservedBytes + bytes);
        reservedBytes += bytes;
        if (lastBlock == null) {
            lastBlock = Unpooled.buffer(bytes);
        }
        lastBlock.writeBytes(part);
        if (lastBlock.readableBytes() >= BLOCK_BYTES) {
            if (bodyBlocks == null) {
                bodyBlocks = new ArrayList<>();
            }
            bodyBlocks.add(lastBlock);
            lastBlock = null;
        }
    }

    /** How many bytes of the body have been received, until the request is answered. */
    long bodyBytes() {
        return reservedBytes;
    }

    /** Releases the memory of the request body from the body budget. */
    void release() {
        dispatcher.bodyBudget.release(reservedBytes);
        reservedBytes = 0;
        bodyBlocks = null;
        lastBlock = null;
    }

    /**
     * From now on another thread handles the request, until {@link #returnToLoop}.
     *
     * @param slower how fast that thread reads the body; null if there is no reason to pause
     */
    void leaveLoop(@Nullable BodyPace slower) {
        leftToLoop = new ArrayList<>(1);
        pace = slower;
    }

    /** The handler is about to read the body. */
    void beginBody() {
        if (pace != null) {
            pace.begin(loopBridge().node().calls());
        }
    }

    /** The handler has read a part of the body. If that is very large, the thread may pause. */
    void readPart() {
        if (pace != null) {
            pace.pause(loopBridge().node().calls());
        }
    }

    /** Does what the handler has left to the HTTP loop. */
    void returnToLoop() {
        List<Runnable> tasks = Objects.requireNonNull(leftToLoop);
        leftToLoop = null;
        pace = null;
        tasks.forEach(this::guard);
    }

    /** Runs the task on the HTTP loop: now, or when the handler on another thread has returned. */
    void onLoop(Runnable task) {
        if (leftToLoop == null) {
            task.run();
        } else {
            leftToLoop.add(task);
        }
    }

    Route route() {
        return Objects.requireNonNull(found).route();
    }

    /** The decoded path segment for the braced segment of the route with this index, from 0. */
    public String segment(int index) {
        return Objects.requireNonNull(found).texts().get(index);
    }

    public @Nullable String query(String name) throws HttpError {
        return PercentCode.parameter(request.uri(), name);
    }

    /** All parameters of the query, in order. */
    public List<Map.Entry<String, String>> parameters() throws HttpError {
        return PercentCode.parameters(request.uri());
    }

    public @Nullable String header(String name) {
        return request.headers().get(name);
    }

    /** The request body; empty if there is none. */
    public byte[] body() {
        if (bodyBlocks != null) {
            byte[] joined = new byte[(int) reservedBytes];
            ByteBuf to = Unpooled.wrappedBuffer(joined).clear();
            bodyBlocks.forEach(to::writeBytes);
            if (lastBlock != null) {
                to.writeBytes(lastBlock);
            }
            body = joined;
        } else if (lastBlock != null) {
            body = ByteBufUtil.getBytes(lastBlock, 0, lastBlock.readableBytes(), false);
        }
        bodyBlocks = null;
        lastBlock = null;
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

    /** The time of the node's clock. */
    public long nowMicros() {
        return loopBridge().node().clock().nowMicros();
    }

    /** The time of the system clock, which clients mean when they name a time. */
    public long systemMicros() {
        return loopBridge().node().clock().systemTimeMicros();
    }

    /** Submits the command and answers on the HTTP loop. */
    public <R> void submit(Command<R> command, Function<Rejection, HttpError> refusals, Consumer<R> answer) {
        submitOrExplain(command, refused -> refusals.apply(refused.rejectionOrThrow()), answer);
    }

    /** As {@link #submit}, where the answer to a refusal needs more than its reason. */
    public <R> void submitOrExplain(Command<R> command, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        call(refusals, answer, (node, call) -> node.submit(command, call));
    }

    /** Runs the query and answers on the HTTP loop. */
    public <R> void ask(Query<R> query, Consumer<R> answer) {
        askOrExplain(query, HttpCall::refused, answer);
    }

    /** As {@link #ask}, where the answer to a refusal needs more than its reason. */
    public <R> void askOrExplain(Query<R> query, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        call(refusals, answer, (node, call) -> node.ask(query, call));
    }

    /** Runs a long query in steps and answers on the HTTP loop. */
    public <R> void askInSteps(LongQuery<R> query, Consumer<R> answer) {
        askInStepsOrExplain(query, HttpCall::refused, answer);
    }

    /** As {@link #askInSteps}, where the answer to a refusal needs more than its reason. */
    public <R> void askInStepsOrExplain(
            LongQuery<R> query, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        call(refusals, answer, (node, call) -> node.askInSteps(query, call));
    }

    /** A query that may also read what the node knows besides the engine. */
    public interface NodeQuery<R> {
        R ask(EngineView engine, Requests node);
    }

    /** Runs the query and answers on the HTTP loop. */
    public <R> void askNode(NodeQuery<R> query, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        call(refusals, answer, (node, call) -> node.ask(engine -> query.ask(engine, node), call));
    }

    /** Makes a call to the node and answers on the HTTP loop. */
    public <R> void callNode(
            BiConsumer<Requests, Completion<R>> start, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        call(refusals, answer, start);
    }

    private <R> void call(
            Function<Outcome<?>, HttpError> refusals, Consumer<R> answer, BiConsumer<Requests, Completion<R>> start) {
        toNode(new HttpCall<R>(this, refusals, answer) {
            @Override
            public void run(Requests node) {
                start.accept(sender.requests(node), this);
            }
        });
    }

    private void toNode(LoopBridge.NodeTask task) {
        if (leftToLoop == null) {
            loopBridge().toNode(task);
        } else {
            leftToLoop.add(() -> loopBridge().toNode(task));
        }
    }

    /** Where a request for jobs comes from; null for other requests. Any thread. */
    @Nullable
    Origin origin() {
        return origin;
    }

    /** Acquires one job, waiting if none is ready, and answers on the HTTP loop. */
    public void acquire(Acquire command, long waitMicros, Consumer<LeasedJob> answer, Runnable whenNone) {
        acquireAll(command, waitMicros, jobs -> answer.accept(jobs.get(0)), whenNone, whenNone, HttpCall::refused);
    }

    /**
     * Acquires jobs, waiting if none is ready, and answers on the HTTP loop.
     *
     * @param whenQuiet called in place of {@code whenNone} if the worker gets no more jobs
     */
    public void acquireAll(
            Acquire command,
            long waitMicros,
            Consumer<List<LeasedJob>> answer,
            Runnable whenNone,
            Runnable whenQuiet,
            Function<Outcome<?>, HttpError> refusals) {
        if (leftToLoop != null) {
            leftToLoop.add(() -> acquireAll(command, waitMicros, answer, whenNone, whenQuiet, refusals));
            return;
        }
        Identity identity = sender.identity();
        origin = new Origin(
                route().door(), peer().address().getHostAddress(), identity == null ? null : identity.name());
        await(new HttpCall.AcquireCall(
                this,
                (node, done) -> node.acquire(command, waitMicros, done),
                jobs -> deliver(jobs, answer),
                whenNone,
                whenQuiet,
                refusals));
    }

    private void deliver(List<LeasedJob> jobs, Consumer<List<LeasedJob>> answer) {
        long bytes = 0;
        for (LeasedJob job : jobs) {
            bytes += job.payloadLength();
        }
        whenBudgetAllows(bytes, () -> {
            if (isDisconnected()) {
                loopBridge().toNode(node -> node.giveBack(jobs));
            } else {
                answer.accept(jobs);
            }
        });
    }

    /**
     * Waits for the end of a job, and answers on the HTTP loop.
     *
     * @param otherwise called when the time is over, or if there is no such job
     */
    public void awaitEnd(
            JobRef job,
            long waitMicros,
            Consumer<FinishedJob> answer,
            Runnable otherwise,
            Function<Outcome<?>, HttpError> refusals) {
        await(new HttpCall.EndCall(
                this, (node, done) -> node.awaitEnd(job, waitMicros, done), answer, otherwise, refusals));
    }

    private void await(HttpCall.WaitCall<?> call) {
        if (leftToLoop != null) {
            leftToLoop.add(() -> await(call));
        } else if (isDisconnected()) {
            release();
        } else {
            waitCall = call;
            loopBridge().toNode(call);
        }
    }

    /** Called when the client has disconnected before the response. */
    void clientDisconnected() {
        if (waitCall != null) {
            release();
            waitCall.cancel();
        }
    }

    /** Runs the answer when the response budget allows about this many bytes. */
    public void whenBudgetAllows(long bytes, Runnable answer) {
        if (leftToLoop == null) {
            dispatcher.responseBudget.whenBudgetAllows(bytes, () -> guard(answer));
        } else {
            leftToLoop.add(() -> whenBudgetAllows(bytes, answer));
        }
    }

    /** Runs a task that answers. An exception affects only this request. */
    void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException bug) {
            failed(bug);
        }
    }

    void failed(RuntimeException bug) {
        log.error("failed to answer {}", this, bug);
        if (!answered) {
            refuse(new HttpError(500, "Internal error"));
        }
    }

    /** Answers with this text on the HTTP loop when it is complete, or with 503 if it failed. */
    public void text(String mediaType, CompletionStage<byte[]> text) {
        text.whenComplete((bytes, failure) -> loopBridge().toHttpFromAnyThread(() -> {
            if (failure != null) {
                refuse(new HttpError(503, "The server is too busy"));
            } else {
                send(200, new AsciiString(mediaType), Unpooled.wrappedBuffer(bytes));
            }
        }));
    }

    public void header(CharSequence name, String value) {
        responseHeaders.set(name, value);
    }

    public void ok(Json.Writer value) {
        answer(200, value);
    }

    /**
     * Answers 200 with a large value, when the response budget allows it. Other requests are served while it is encoded.
     *
     * @param bytes about the size of the value
     */
    public void okInParts(long bytes, JsonParts value) {
        whenBudgetAllows(bytes, () -> encode(new JsonInTurns(value, connection.allocator())));
    }

    private void encode(JsonInTurns value) {
        boolean isDropped = isDisconnected();
        try {
            if (!isDropped && !value.encodeMore()) {
                long kept = dispatcher.responseBudget.keepReserved();
                connection.nextTurn(() -> dispatcher.responseBudget.goOn(kept, () -> guard(() -> encode(value))));
                return;
            }
        } catch (RuntimeException bug) {
            value.release();
            throw bug;
        }
        if (isDropped) {
            value.release();
        }
        send(200, HttpHeaderValues.APPLICATION_JSON, isDropped ? Unpooled.EMPTY_BUFFER : value.encoded());
    }

    /** Begins an answer that has no end. Throws if there are as many streams as there may be. */
    public EventStream stream() throws HttpError {
        dispatcher.streams.checkRoom();
        markAnswered(200, EVENT_STREAM);
        responseHeaders.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        return connection.stream(this, responseHeaders, dispatcher.streams);
    }

    /**
     * Answers 200 with a copy of the state, which is read as fast as the client takes it, and closes the copy.
     *
     * @param whenEnded runs when the copy has been closed, whether or not the client has got all of it
     */
    public void download(StateCopy content, Runnable whenEnded) {
        markAnswered(200, HttpHeaderValues.APPLICATION_OCTET_STREAM);
        responseHeaders.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        connection.send(this, responseHeaders, content, whenEnded);
    }

    public void created(String location, Json.Writer value) {
        responseHeaders.set(HttpHeaderNames.LOCATION, location);
        answer(201, value);
    }

    public void noContent() {
        send(204, null, Unpooled.EMPTY_BUFFER);
    }

    /** Answers 201 without a body. */
    public void created(String location) {
        responseHeaders.set(HttpHeaderNames.LOCATION, location);
        send(201, null, Unpooled.EMPTY_BUFFER);
    }

    public void refuse(HttpError refusal) {
        RefusalKind kind = refusal.kind();
        if (kind != null) {
            dispatcher.refusals.refused(Route.HTTP, kind);
        }
        HttpError.Header header = refusal.header();
        if (header != null) {
            responseHeaders.set(header.name(), header.value());
        }
        if (requestId != null) {
            send(refusal.status(), PROBLEM_JSON, encode(out -> refusal.problem().write(requestId, out)));
        } else {
            answer(refusal.status(), out -> {
                out.writeStartObject();
                out.writeStringField("error", refusal.text());
                out.writeEndObject();
            });
        }
    }

    /** Whether a browser asks for a page to show. */
    public boolean wantsPage() {
        String accepted = request.headers().get(HttpHeaderNames.ACCEPT);
        return accepted != null && accepted.contains("text/html");
    }

    /** Answers 200 with the content of a file. */
    public void file(String mediaType, byte[] content) {
        send(200, new AsciiString(mediaType), Unpooled.wrappedBuffer(content));
    }

    /** Answers that the client has this content already. */
    public void notModified(String mediaType, byte[] content) {
        send(NOT_MODIFIED, new AsciiString(mediaType), Unpooled.wrappedBuffer(content));
    }

    /** Leads the client to another path. */
    public void redirect(String location) {
        responseHeaders.set(HttpHeaderNames.LOCATION, location);
        send(302, null, Unpooled.EMPTY_BUFFER);
    }

    /** Answers 200 with encoded JSON. */
    public void okBytes(byte[] json) {
        send(200, HttpHeaderValues.APPLICATION_JSON, Unpooled.wrappedBuffer(json));
    }

    public void answer(int status, Json.Writer value) {
        send(status, HttpHeaderValues.APPLICATION_JSON, encode(value));
    }

    private ByteBuf encode(Json.Writer value) {
        return isDisconnected() ? Unpooled.EMPTY_BUFFER : Json.encode(value, connection.allocator());
    }

    /** Sends the response, unless the client has disconnected, and counts it. */
    private void send(int status, @Nullable AsciiString mediaType, ByteBuf content) {
        if (leftToLoop != null) {
            leftToLoop.add(() -> send(status, mediaType, content));
            return;
        }
        if (answered) {
            content.release();
            throw new IllegalStateException("answered twice: " + this);
        }
        markAnswered(status, mediaType);
        connection.send(this, status, responseHeaders, content);
    }

    private void markAnswered(int status, @Nullable AsciiString mediaType) {
        if (leftToLoop != null) {
            throw new IllegalStateException("answered beside the HTTP loop: " + this);
        }
        answered = true;
        release();
        if (tally != null) {
            tally.answered(System.nanoTime() - beganAtNanos, status >= LOWEST_ERROR);
        }
        if (mediaType != null) {
            responseHeaders.set(HttpHeaderNames.CONTENT_TYPE, mediaType);
        }
    }

    boolean isAnswered() {
        return answered;
    }

    /** Whether the client has disconnected. */
    public boolean isDisconnected() {
        return connection.isClosed();
    }

    /** Logs and counts a rejection by the node. Any thread. */
    void refused(Rejection why) {
        dispatcher.refusals.refused(Route.HTTP, why);
    }

    /** The way to the loop of the node and back. */
    public LoopBridge loopBridge() {
        return dispatcher.loopBridge();
    }

    @Override
    public String toString() {
        return method() + " "
                + (found == null ? "without a route" : found.route().path());
    }
}
