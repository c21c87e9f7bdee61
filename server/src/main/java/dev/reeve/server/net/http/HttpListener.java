package dev.reeve.server.net.http;

import dev.reeve.server.node.Node;
import dev.reeve.server.tally.DoorTally;
import dev.reeve.server.tally.RequestTally;
import dev.reeve.server.tally.Traffic;
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
 * The HTTP port. It opens before anything else, so that {@code /health}, {@code /livez} and {@code /readyz} can be asked
 * while the rest starts; until {@link #serve}, and once it is {@link #unhealthy}, everything else is answered with 503.
 */
public final class HttpListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpListener.class);
    private static final String STARTING = "starting";
    private static final int LONGEST_LINE_BYTES = 8 * 1024;
    private static final int LONGEST_HEADERS_BYTES = 16 * 1024;
    /** Longer than the longest wait for a job, during which nothing is sent either way. */
    private static final int IDLE_SECONDS = 90;

    private static final long CHECK_MILLIS = 5_000;
    private static final long SOON_MILLIS = 1;
    /** How long one too many may take to ask for something, and so to be told. */
    private static final long TURNED_AWAY_MILLIS = 5_000;

    private static final long CLOSE_SECONDS = 5;

    private final HttpLimits limits;
    private final @Nullable Traffic traffic;
    private final HttpConnections httpConnections;
    private final HttpRefusals refusals;
    private @Nullable Vertx vertx;
    private @Nullable Context context;
    private volatile @Nullable RequestDispatcher doors;
    private volatile Supplier<@Nullable String> notReady = () -> null;
    private final AtomicReference<@Nullable String> trouble = new AtomicReference<>(STARTING);

    public HttpListener(HttpLimits limits) {
        this(limits, null);
    }

    /**
     * With connections and requests counted.
     *
     * @param traffic null if they are not
     */
    public HttpListener(HttpLimits limits, @Nullable Traffic traffic) {
        this.limits = limits;
        this.traffic = traffic;
        this.refusals = new HttpRefusals(traffic);
        this.httpConnections =
                new HttpConnections(limits.connections(), traffic == null ? null : traffic.door(Route.HTTP));
    }

    /** Listens, and returns the address. Port 0 takes any free one. */
    public InetSocketAddress open(InetSocketAddress address) throws IOException {
        Vertx started = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setPreferNativeTransport(true)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        vertx = started;
        context = started.getOrCreateContext();
        HttpServer server = started.createHttpServer(options());
        server.requestHandler(this::receive);
        server.invalidRequestHandler(this::refuseInvalid);
        server.connectionHandler(connection -> enter(connection, started));
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

    /** From now on requests are served, unless it is unhealthy for another reason than that it was starting. */
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
        doors = new RequestDispatcher(routes, loopBridge, bodyBudget, responseBudget, traffic);
        trouble.compareAndSet(STARTING, null);
        return loopBridge;
    }

    public void unhealthy(String why) {
        trouble.set(why);
    }

    /** What keeps the server from its work though it runs, told at {@code /readyz}; null if nothing does. Any thread. */
    public void notReadyIf(Supplier<@Nullable String> reason) {
        notReady = reason;
    }

    /** Counts those of other listeners against the same limit. Any thread. */
    public void countAlso(IntSupplier otherConnections) {
        httpConnections.countAlso(otherConnections);
    }

    /** How many clients are connected. Any thread. */
    public int connections() {
        return httpConnections.count();
    }

    private void enter(HttpConnection connection, Vertx timers) {
        httpConnections.enter(connection);
        if (httpConnections.isOneTooMany(connection)) {
            timers.setTimer(TURNED_AWAY_MILLIS, timer -> connection.close());
        }
    }

    /** A client that does not fetch its answers gets no more of them: its next request waits until it does. */
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
        String why = trouble.get();
        RequestDispatcher serving = doors;
        try {
            if (httpConnections.isOneTooMany(request.connection())) {
                refusals.tooManyConnections();
                request.response().endHandler(sent -> request.connection().close());
                refuse(request, new HttpError(503, "Too many connections"));
            } else if ("/health".equals(request.path())) {
                count(request, Health.answer(request, why));
            } else if ("/livez".equals(request.path())) {
                count(request, Health.alive(request));
            } else if ("/readyz".equals(request.path())) {
                count(request, Health.ready(request, why != null ? why : notReady.get()));
            } else if (why != null || serving == null) {
                refuse(request, new HttpError(503, "The server is " + why));
            } else {
                serving.receive(request);
            }
        } catch (RuntimeException e) {
            log.error("cannot deal with {} {}", request.method(), request.path(), e);
            request.connection().close();
        }
    }

    /** What is no HTTP at all; the connection is closed after it. */
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

    /** Says no before it is known what was asked for. */
    private void refuse(HttpServerRequest request, HttpError refusal) {
        CommonResponses.refuse(request, refusal);
        if (traffic != null) {
            traffic.door(Route.HTTP).unknown().answered(0, true);
        }
    }

    /** Counts a look at the server's health, which took no time worth telling. */
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
