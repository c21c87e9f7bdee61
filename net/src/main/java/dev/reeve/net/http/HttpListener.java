package dev.reeve.net.http;

import dev.reeve.node.Node;
import dev.reeve.tally.DoorTally;
import dev.reeve.tally.RequestTally;
import dev.reeve.tally.Traffic;
import io.netty.channel.epoll.Epoll;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server socket. It opens before the rest of the server starts, so that {@code /health}, {@code /livez} and
 * {@code /readyz} answer during the start. Before {@link #serve}, and after {@link #unhealthy}, every other request is
 * answered with 503.
 */
public final class HttpListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpListener.class);
    private static final String STARTING = "starting";
    private static final int LONGEST_LINE_BYTES = 8 * 1024;
    private static final int LONGEST_HEADERS_BYTES = 16 * 1024;
    /** Longer than the longest wait for a job, during which a connection is idle in both directions. */
    private static final int IDLE_SECONDS = 90;

    private static final long CHECK_MILLIS = 5_000;
    private static final long SOON_MILLIS = 1;
    /** How long a connection above the limit may stay open to send a request and get the error. */
    private static final long OVER_LIMIT_MILLIS = 5_000;

    private static final long CLOSE_SECONDS = 5;

    private final HttpLimits limits;
    private final @Nullable Traffic traffic;
    private final HttpConnections httpConnections;
    private final HttpRefusals refusals;
    private @Nullable Vertx vertx;
    private @Nullable Context context;
    private volatile @Nullable RequestDispatcher dispatcher;
    private volatile Supplier<@Nullable String> notReady = () -> null;
    private final AtomicReference<@Nullable String> unhealthyReason = new AtomicReference<>(STARTING);

    public HttpListener(HttpLimits limits) {
        this(limits, null);
    }

    /**
     * Creates the listener with traffic counting.
     *
     * @param traffic the traffic counters; null if nothing is counted
     */
    public HttpListener(HttpLimits limits, @Nullable Traffic traffic) {
        this.limits = limits;
        this.traffic = traffic;
        this.refusals = new HttpRefusals(traffic);
        this.httpConnections =
                new HttpConnections(limits.connections(), traffic == null ? null : traffic.door(Route.HTTP));
    }

    /** Opens the socket and returns its address. Port 0 selects any free port. */
    public InetSocketAddress open(InetSocketAddress address) throws IOException {
        VertxOptions vertxOptions = new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false));
        Vertx started = Vertx.builder()
                .with(vertxOptions)
                .withTransport(new HttpTransport(Epoll.isAvailable(), address.getAddress()))
                .build();
        vertx = started;
        context = started.getOrCreateContext();
        HttpServer server = started.createHttpServer(options());
        server.requestHandler(this::receive);
        server.invalidRequestHandler(this::refuseInvalid);
        server.connectionHandler(connection -> opened(connection, started));
        try {
            String host = address.getAddress().getHostAddress();
            int port = server.listen(address.getPort(), host)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join()
                    .actualPort();
            return new InetSocketAddress(address.getAddress(), port);
        } catch (CompletionException e) {
            close();
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }

    private static HttpServerOptions options() {
        return new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setHandle100ContinueAutomatically(false)
                .setMaxInitialLineLength(LONGEST_LINE_BYTES)
                .setMaxHeaderSize(LONGEST_HEADERS_BYTES)
                .setIdleTimeout(IDLE_SECONDS)
                .setTcpKeepAlive(true)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setStrictThreadMode(true);
    }

    /** Starts serving requests. If the listener was marked unhealthy before, it stays unhealthy. */
    public LoopBridge serve(Node node, Routes routes) {
        Vertx started = vertx;
        Context loop = context;
        if (started == null || loop == null) {
            throw new IllegalStateException("the listener is not open");
        }
        LoopBridge loopBridge = new LoopBridge(node, loop);
        BodyBudget bodyBudget = new BodyBudget(limits, refusals);
        ResponseBudget responseBudget = new ResponseBudget(
                limits.allUnsentBytes(),
                refusals,
                task -> started.setTimer(SOON_MILLIS, timer -> loop.runOnContext(nothing -> task.run())));
        started.setPeriodic(
                CHECK_MILLIS,
                timer -> loop.runOnContext(nothing -> {
                    bodyBudget.checkAges();
                    responseBudget.checkAges();
                }));
        dispatcher = new RequestDispatcher(routes, loopBridge, bodyBudget, responseBudget, traffic);
        unhealthyReason.compareAndSet(STARTING, null);
        return loopBridge;
    }

    public void unhealthy(String why) {
        unhealthyReason.set(why);
    }

    /**
     * Sets the supplier of the reason why the server cannot execute commands, for {@code /readyz}; the supplier returns
     * null if the server is ready. Any thread.
     */
    public void notReadyIf(Supplier<@Nullable String> reason) {
        notReady = reason;
    }

    /** Adds the connections of other listeners to the count that the limit applies to. Any thread. */
    public void countAlso(IntSupplier otherConnections) {
        httpConnections.countAlso(otherConnections);
    }

    /** The number of connected clients. Any thread. */
    public int connections() {
        return httpConnections.count();
    }

    private void opened(HttpConnection connection, Vertx timers) {
        httpConnections.opened(connection);
        if (httpConnections.isOverLimit(connection)) {
            timers.setTimer(OVER_LIMIT_MILLIS, timer -> connection.close());
        }
    }

    /** Applies backpressure: a request is not processed while the client has not read its previous responses. */
    private void receive(HttpServerRequest request) {
        if (request.response().writeQueueFull()) {
            request.pause();
            request.response().drainHandler(drained -> {
                request.response().drainHandler(null);
                serve(request);
                request.resume();
            });
        } else {
            serve(request);
        }
    }

    private void serve(HttpServerRequest request) {
        String why = unhealthyReason.get();
        RequestDispatcher current = dispatcher;
        try {
            if (httpConnections.isOverLimit(request.connection())) {
                refusals.tooManyConnections();
                request.response().endHandler(sent -> request.connection().close());
                refuse(request, new HttpError(503, "Too many connections"));
            } else if ("/health".equals(request.path())) {
                count(request, Health.answer(request, why));
            } else if ("/livez".equals(request.path())) {
                count(request, Health.alive(request));
            } else if ("/readyz".equals(request.path())) {
                count(request, Health.ready(request, notReadyReason(why)));
            } else if (why != null || current == null) {
                refuse(request, new HttpError(503, "The server is " + why));
            } else {
                current.receive(request);
            }
        } catch (RuntimeException e) {
            log.error("failed to process {} {}", request.method(), request.path(), e);
            request.connection().close();
        }
    }

    /** During the start, the reason of the supplier says more than that the server is starting. */
    private @Nullable String notReadyReason(@Nullable String unhealthy) {
        if (unhealthy != null && !unhealthy.equals(STARTING)) {
            return unhealthy;
        }
        String reason = notReady.get();
        return reason != null ? reason : unhealthy;
    }

    /** Answers input that is not valid HTTP; the connection is closed afterwards. */
    private void refuseInvalid(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        HttpError refusal = HttpError.badRequest("Bad request");
        if (cause instanceof TooLongHttpLineException) {
            refusal = new HttpError(414, "The address is too long");
        } else if (cause instanceof TooLongHttpHeaderException) {
            refusal = new HttpError(431, "The headers are too long");
        }
        refusals.refused(refusal);
        refuse(request, refusal);
    }

    /** Refuses a request before its route is known. */
    private void refuse(HttpServerRequest request, HttpError refusal) {
        CommonResponses.refuse(request, refusal);
        if (traffic != null) {
            traffic.door(Route.HTTP).unknown().answered(0, true);
        }
    }

    /** Counts a health request; its duration is recorded as 0. */
    private void count(HttpServerRequest request, int status) {
        if (status == 405) {
            refusals.refused(new HttpError(405, ""));
        }
        if (traffic != null) {
            DoorTally door = traffic.door(Route.HTTP);
            RequestTally tally = status == 405 ? door.unknown() : door.of("GET " + request.path());
            tally.answered(0, status >= Exchange.LOWEST_ERROR);
        }
    }

    @Override
    public void close() {
        Vertx started = vertx;
        if (started == null) {
            return;
        }
        try {
            started.close().toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the HTTP loop did not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
