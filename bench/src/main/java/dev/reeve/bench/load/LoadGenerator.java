package dev.reeve.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A closed-loop load generator: every connection keeps a fixed number of commands in flight and sends the next one when a reply
 * arrives. It has one thread, to use little processor time beside a server on the same machine. Invariant: at the end every job
 * that it added is finished, and the queue is as before.
 */
public final class LoadGenerator implements Closeable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int POLL_MILLIS = 100;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Load load;
    private final Timings timings = new Timings();
    private final Selector selector;
    private final List<SelectionKey> keys = new ArrayList<>();
    private boolean more = true;
    private long lastEvent = System.nanoTime();

    private LoadGenerator(Load load) throws IOException {
        this.load = load;
        this.selector = Selector.open();
    }

    /** Connects; throws a {@link LoadException} with the reason if that fails. */
    public static LoadGenerator connect(Load load) throws IOException {
        return connect(load, List.of(load.address()));
    }

    /** Connects to the nodes of a cluster in turn. */
    public static LoadGenerator connect(Load load, List<InetSocketAddress> nodes) throws IOException {
        LoadGenerator generator = new LoadGenerator(load);
        try {
            Work work = new Work(load.queue(), load.payloadBytes());
            for (int i = 0; i < load.connections(); i++) {
                generator.open(nodes.get(i % nodes.size()), work);
            }
        } catch (IOException | RuntimeException e) {
            generator.close();
            throw e;
        }
        return generator;
    }

    private void open(InetSocketAddress address, Work work) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, CONNECT_MILLIS);
        } catch (ConnectException | SocketTimeoutException e) {
            channel.close();
            throw unreachable(address, e);
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        key.attach(new Connection(channel, load.door().dialogues().apply(work), timings, load.depth()));
        keys.add(key);
    }

    private static LoadException unreachable(InetSocketAddress address, IOException e) {
        return new LoadException("cannot reach a server at %s:%d (%s); start one first: ./reeve serve"
                .formatted(address.getHostString(), address.getPort(), e.getMessage()));
    }

    /** Runs the load. The result does not include the warm-up. */
    public LoadResult run(Span span, Meter meter) throws IOException {
        greet();
        for (SelectionKey key : keys) {
            connection(key).begin(key, System.nanoTime());
        }
        turnUntil(System.nanoTime() + span.warmUpNanos(), Long.MAX_VALUE);
        timings.reset();
        meter.start();
        long started = System.nanoTime();
        turnUntil(started + span.nanos(), span.cycles());
        long nanos = System.nanoTime() - started;
        meter.stop();
        LoadResult result = new LoadResult(load, timings.copy(), nanos);
        finishAll();
        return result;
    }

    /** Only adds jobs from now on. They stay in the queue, or expire there. */
    public void addOnly() {
        keys.forEach(key -> connection(key).endAfter(DialogueStep.ADD));
    }

    /** Adds at least this many jobs and leaves them in the queue. */
    public void fill(long jobs) throws IOException {
        greet();
        for (SelectionKey key : keys) {
            connection(key).endAfter(DialogueStep.ADD);
            connection(key).begin(key, System.nanoTime());
        }
        turnUntil(Long.MAX_VALUE, jobs);
        finishAll();
        keys.forEach(key -> connection(key).endAfter(DialogueStep.FINISH));
    }

    private void greet() throws IOException {
        for (SelectionKey key : keys) {
            connection(key).greet(key, System.nanoTime());
        }
        finishAll();
    }

    private void finishAll() throws IOException {
        more = false;
        while (!keys.stream().allMatch(key -> connection(key).isIdle())) {
            turn();
        }
        more = true;
    }

    private void turnUntil(long deadline, long cycles) throws IOException {
        while (System.nanoTime() < deadline && timings.cycles().getTotalCount() < cycles) {
            turn();
        }
    }

    private void turn() throws IOException {
        try {
            if (selector.select(this::ready, POLL_MILLIS) > 0) {
                lastEvent = System.nanoTime();
            } else if (System.nanoTime() - lastEvent > PATIENCE_NANOS) {
                throw new LoadException("no reply from the server for %d seconds"
                        .formatted(TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void ready(SelectionKey key) {
        try {
            connection(key).ready(key, more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Connection connection(SelectionKey key) {
        return (Connection) key.attachment();
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : keys) {
            key.channel().close();
        }
        selector.close();
    }
}
