package dev.reeve.net.http;

import dev.reeve.access.Gate;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.NettyLoop;
import dev.reeve.net.RefusalLog;
import dev.reeve.net.TlsListener;
import dev.reeve.net.tls.Tls;
import dev.reeve.node.Requests;
import dev.reeve.tally.DoorTally;
import dev.reeve.tally.Traffic;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server socket and its event loop. It opens before the rest of the server starts, so that {@code /health}, {@code
 * /livez} and {@code /readyz} answer during the start. Before {@link #serve}, and after {@link #unhealthy}, every other
 * request is answered with 503.
 */
public final class HttpListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpListener.class);
    private static final long SOON_MILLIS = 1;
    /** How long a stop waits for clients that have not read their responses. */
    private static final long LINGER_AT_STOP_MILLIS = 1_000;

    private static final long BODY_THREAD_SECONDS = 30;

    private final HttpConnections connections;
    private final RequestDispatcher dispatcher;
    private final TlsListener.Counts counts;
    private final ThreadPoolExecutor largeBodies = bodyThread("reeve-bodies");
    private final ThreadPoolExecutor veryLargeBodies = bodyThread("reeve-bulk");

    private @Nullable NettyLoop loop;
    private @Nullable Channel socket;

    /**
     * Creates the listener.
     *
     * @param quota the number of connections, which HTTP shares with other listeners
     * @param memoryBudget the budget that the HTTP connections share with other listeners
     * @param traffic the traffic counters; null if nothing is counted
     */
    public HttpListener(
            HttpLimits limits, ConnectionQuota quota, MemoryBudget memoryBudget, @Nullable Traffic traffic) {
        RefusalLog refusals = new RefusalLog(traffic);
        DoorTally tally = traffic == null ? null : traffic.door(Route.HTTP);
        this.counts = new TlsListener.Counts(Route.HTTP, refusals, tally);
        this.connections = new HttpConnections(quota, tally);
        this.dispatcher = new RequestDispatcher(
                new RequestRules(new HostRule(limits.hosts())),
                new BodyBudget(limits, memoryBudget.input(), refusals),
                new ResponseBudget(
                        memoryBudget,
                        refusals,
                        task -> eventLoop().execute(task),
                        task -> eventLoop().schedule(task, SOON_MILLIS, TimeUnit.MILLISECONDS)),
                refusals,
                new LargeBodies(
                        largeBodies,
                        veryLargeBodies,
                        new BodyPace(System::nanoTime, LockSupport::parkNanos),
                        task -> eventLoop().execute(task)),
                traffic);
    }

    /** A thread that is started with the first body, and ended when there was none for a while. */
    private static ThreadPoolExecutor bodyThread(String name) {
        ThreadPoolExecutor thread = new ThreadPoolExecutor(
                1,
                1,
                BODY_THREAD_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(name, true),
                new ThreadPoolExecutor.DiscardPolicy());
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    private EventLoop eventLoop() {
        NettyLoop opened = loop;
        if (opened == null) {
            throw new IllegalStateException("the listener is not open");
        }
        return opened.eventLoop();
    }

    /** Opens the socket and returns its address. Port 0 selects any free port. */
    public InetSocketAddress open(InetSocketAddress address) throws IOException {
        return open(address, null);
    }

    /** As above, with TLS unless it is null. */
    public InetSocketAddress open(InetSocketAddress address, @Nullable Tls tls) throws IOException {
        Consumer<ChannelPipeline> protocol = tls == null
                ? pipeline -> addSession(pipeline, new PlainRequestDecoder(counts.refusals()))
                : TlsListener.forHttp(tls, pipeline -> addSession(pipeline, new StrictRequestDecoder()), counts)
                        ::accept;
        NettyLoop opened = NettyLoop.forHttp();
        loop = opened;
        try {
            socket = opened.listen(
                    address,
                    bootstrap -> bootstrap.childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel accepted) {
                            protocol.accept(accepted.pipeline());
                        }
                    }));
        } catch (IOException e) {
            close();
            throw e;
        }
        eventLoop()
                .scheduleAtFixedRate(
                        this::checkAges,
                        HttpConnections.CHECK_SECONDS,
                        HttpConnections.CHECK_SECONDS,
                        TimeUnit.SECONDS);
        InetSocketAddress local = (InetSocketAddress) socket.localAddress();
        return new InetSocketAddress(address.getAddress(), local.getPort());
    }

    private void addSession(ChannelPipeline connection, StrictRequestDecoder decoder) {
        connection.addLast(
                decoder, new HttpResponseEncoder(), new HttpSession(connection.channel(), connections, dispatcher));
    }

    private void checkAges() {
        connections.checkAges();
        dispatcher.responseBudget.checkAges();
    }

    /** Sets what clients have to pass. Without it they need not say who they are. Called before {@link #serve}. */
    public void gate(Gate gate) {
        dispatcher.gate(gate);
    }

    /** Starts serving requests. If the listener was marked unhealthy before, it stays unhealthy. */
    public LoopBridge serve(Requests node, Routes routes) {
        EventLoop http = eventLoop();
        LoopBridge loopBridge =
                new LoopBridge(node, http, (task, nanos) -> http.schedule(task, nanos, TimeUnit.NANOSECONDS));
        dispatcher.serve(routes, loopBridge);
        return loopBridge;
    }

    public void unhealthy(String why) {
        dispatcher.unhealthy(why);
    }

    /**
     * Sets the supplier of the reason why the server cannot execute commands, for {@code /readyz}; the supplier returns
     * null if the server is ready. Any thread.
     */
    public void notReadyIf(Supplier<@Nullable String> reason) {
        dispatcher.notReadyIf(reason);
    }

    /** The number of connected clients. Any thread. */
    public int connections() {
        return connections.count();
    }

    /** Closes the socket and the connections, also those of requests whose large bodies wait. Not to be called from the loop. */
    @Override
    public void close() {
        NettyLoop opened = loop;
        Channel listening = socket;
        if (listening != null) {
            listening.close().syncUninterruptibly();
            eventLoop()
                    .submit(connections::closeAll)
                    .syncUninterruptibly()
                    .getNow()
                    .awaitUninterruptibly(LINGER_AT_STOP_MILLIS);
            socket = null;
        }
        endThread(largeBodies);
        endThread(veryLargeBodies);
        if (opened != null) {
            opened.close();
        }
    }

    /** The body that is being read is the last one; its client has been disconnected. */
    private static void endThread(ThreadPoolExecutor bodies) {
        bodies.getQueue().clear();
        bodies.shutdown();
        try {
            if (!bodies.awaitTermination(LINGER_AT_STOP_MILLIS, TimeUnit.MILLISECONDS)) {
                log.warn("a large request body is still being read; nobody waits for it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
