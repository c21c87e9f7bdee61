package dev.reeve.net.testing;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.journal.Journal;
import dev.reeve.journal.JournalListener;
import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.Connections;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.NetLimits;
import dev.reeve.net.NettyLoop;
import dev.reeve.net.Protocol;
import dev.reeve.net.TcpDoor;
import dev.reeve.net.tls.Tls;
import dev.reeve.node.Clock;
import dev.reeve.node.Completion;
import dev.reeve.node.EngineRecovery;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.SteppedClock;
import dev.reeve.tally.JournalTally;
import dev.reeve.testkit.Folders;
import dev.reeve.testkit.TestClient;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A server whose doors are open on free ports, and a clock that only {@link #advance} moves. */
public final class TestServer implements AutoCloseable {
    private static final long START_MICROS = micros(Instant.parse("2016-06-01T00:00:00Z"));
    private static final long PATIENCE_SECONDS = 20;
    /** Above so many bytes of live data payloads are on disk only; tests of doors can be run with few. */
    private static final long PAYLOAD_BYTES = Long.getLong("reeve.payloads", Long.MAX_VALUE);

    /** Threads for the sockets beside the loop of the node. */
    private static final int IO_THREADS = Integer.getInteger("reeve.io-threads", 0);

    /** Whether all servers with a late journal are a follower of a cluster instead. */
    private static final boolean FOLLOWERS = Integer.getInteger("reeve.followers", 0) > 0;

    private final SteppedClock machine;
    private final Clock clock;
    private final NettyLoop netty;
    private final TestLoop loop;
    private final ExecutorService commits = Executors.newSingleThreadExecutor();
    private final AtomicReference<@Nullable Throwable> halted = new AtomicReference<>();
    private final List<TestClient> clients = new ArrayList<>();
    private final Map<String, TcpDoor> doors = new LinkedHashMap<>();
    private final AtomicLong sentBytes = new AtomicLong();
    private final Path directory;
    private final Journal journal;
    private final @Nullable ThreeMembers cluster;
    private final Node node;
    private final Connections connections;
    private final ConnectionQuota quota;
    private final MemoryBudget memoryBudget;
    private final boolean keepsData;

    /** Options of a test server. Each method changes one, and returns the object itself. */
    public static final class Options {
        private final JournalKind journal;
        private boolean isFollower;
        private int engineVersion = EngineVersion.CURRENT;
        private boolean epoll = Epoll.isAvailable();
        private int ioThreads = IO_THREADS;
        private NetLimits limits = patient(NetLimits.DEFAULTS);
        private ConnectionQuota connections = new ConnectionQuota(ConnectionLimits.of(10_000));
        private long memoryBytes = 1L << 30;
        private long payloadBytes = PAYLOAD_BYTES;
        private long unsyncedBytes = 64L << 20;
        private long inputBytes = 256L << 20;
        private long unsentBytes = 256L << 20;
        private @Nullable Path directory;
        private SteppedClock machine = new SteppedClock(START_MICROS);

        private Options(JournalKind journal) {
            this.journal = journal;
            this.isFollower = FOLLOWERS && journal == JournalKind.LATE;
        }

        /** Opens the doors at a node of a cluster of three that does not lead. */
        public Options asFollower() {
            isFollower = true;
            return this;
        }

        /** The same in a cluster that behaves as this version of the engine does. */
        public Options asFollower(int version) {
            engineVersion = version;
            return asFollower();
        }

        public static Options of(JournalKind journal) {
            return new Options(journal);
        }

        /** Limits without the timeouts of idle clients, which would depend on the machine's speed. */
        private static NetLimits patient(NetLimits limits) {
            return new NetLimits(
                    limits.sessionInputBytes(),
                    limits.sessionUnsentBytes(),
                    limits.sessionReplies(),
                    limits.patienceMillis(),
                    0,
                    0);
        }

        public Options withoutEpoll() {
            epoll = false;
            return this;
        }

        /** Gives the sockets to so many threads beside the loop of the node. */
        public Options withIoThreads(int count) {
            ioThreads = count;
            return this;
        }

        public Options with(NetLimits other) {
            limits = other;
            return this;
        }

        public Options withConnections(int count) {
            return with(new ConnectionQuota(ConnectionLimits.of(count)));
        }

        public Options with(ConnectionQuota other) {
            connections = other;
            return this;
        }

        /** Limits the memory for jobs. All payloads stay in it, or what is refused would depend on how soon they leave. */
        public Options withMemoryBytes(long bytes) {
            memoryBytes = bytes;
            payloadBytes = Long.MAX_VALUE;
            return this;
        }

        public Options withUnsyncedBytes(long bytes) {
            unsyncedBytes = bytes;
            return this;
        }

        /** Limits the buffered input and the unsent replies of all clients. */
        public Options withMemoryBudget(long input, long unsent) {
            inputBytes = input;
            unsentBytes = unsent;
            return this;
        }

        /** Keeps the data, in this folder. */
        public Options in(Path kept) {
            directory = kept;
            return this;
        }

        /** Runs on the clocks of this machine, which several servers in turn may share. */
        public Options on(SteppedClock shared) {
            machine = shared;
            return this;
        }
    }

    public TestServer(JournalKind kind) {
        this(Options.of(kind));
    }

    public TestServer(Options options) {
        netty = new NettyLoop(options.epoll, true, options.ioThreads);
        machine = options.machine;
        loop = new TestLoop(netty, machine.uptime());
        try {
            Path chosen = options.directory;
            keepsData = chosen != null;
            directory = chosen == null ? Files.createTempDirectory("reeve-test") : chosen;
            AtomicReference<@Nullable Node> late = new AtomicReference<>();
            EngineRecovery recovery = new EngineRecovery(Long.MAX_VALUE, options.payloadBytes);
            journal = options.journal.open(directory, recovery, listener(late), commits);
            clock = machine.server(recovery.engine().atMicros());
            cluster = options.isFollower ? makeCluster(options) : null;
            node = cluster == null ? makeNode(recovery.engine(), options) : cluster.follower();
            late.set(cluster == null ? node : null);
            if (cluster == null) {
                onLoop(() -> {
                    node.start();
                    return true;
                });
            }
            onLoop(() -> {
                node.startSampling(new JournalTally());
                return true;
            });
            memoryBudget = new MemoryBudget(options.inputBytes, options.unsentBytes);
            quota = options.connections;
            connections = new Connections(netty, node, options.limits, quota, memoryBudget, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NodeSettings settings(Options options) {
        SplittableRandom random = new SplittableRandom(11);
        return new NodeSettings(options.memoryBytes, options.unsyncedBytes, random::nextLong, options.payloadBytes);
    }

    private Node makeNode(Engine engine, Options options) {
        return new Node(loop, clock, journal, engine, settings(options), (why, cause) -> halted.set(cause));
    }

    private ThreeMembers makeCluster(Options options) throws IOException {
        SharedLog log = new SharedLog(commits, options.engineVersion);
        ThreeMembers three = new ThreeMembers(loop, clock, settings(options), (why, cause) -> halted.set(cause), log);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!three.areServing()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the cluster does not serve");
            }
            Thread.onSpinWait();
        }
        return three;
    }

    private JournalListener listener(AtomicReference<@Nullable Node> node) {
        return new JournalListener() {
            @Override
            public void advanced() {
                Node started = node.get();
                if (started != null) {
                    started.journalAdvanced();
                }
            }

            @Override
            public void discarded(long position) {
                Node started = node.get();
                if (started != null) {
                    started.discardFrom(position);
                }
            }

            @Override
            public void failed(String what, Throwable cause) {
                halted.set(cause);
            }
        };
    }

    /** Opens a door under its own name, on any free port. */
    public TcpDoor open(Protocol.Factory protocol) {
        return open(protocol.name(), protocol);
    }

    /** Opens a door on any free port. {@link #connect()} connects to the first one. */
    public TcpDoor open(String name, Protocol.Factory protocol) {
        return open(name, protocol, null);
    }

    /** As above, with TLS unless it is null. */
    public TcpDoor open(String name, Protocol.Factory protocol, @Nullable Tls tls) {
        try {
            InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            TcpDoor door = TcpDoor.open(netty, connections, anyPort, protocol, tls);
            doors.put(name, door);
            return door;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public TestClient connect() {
        return connect(0);
    }

    /** A client with a small receive buffer. */
    public TestClient connect(int receiveBufferBytes) {
        return connect(door(doors.keySet().iterator().next()), receiveBufferBytes);
    }

    /** A client of the door of that name. */
    public TestClient connectTo(String door) {
        return connect(door(door), 0);
    }

    public TcpDoor door(String name) {
        return Objects.requireNonNull(doors.get(name), name);
    }

    public TestClient connect(TcpDoor door, int receiveBufferBytes) {
        TestClient client = new TestClient(door.address(), sentBytes, receiveBufferBytes);
        clients.add(client);
        return client;
    }

    /** The journal, which a test with followers goes without. */
    public Journal journal() {
        Assumptions.assumeTrue(cluster == null, "a follower has no journal of its own");
        return journal;
    }

    public Node node() {
        return node;
    }

    public Connections connections() {
        return connections;
    }

    /** The number of connections of all listeners. */
    public ConnectionQuota quota() {
        return quota;
    }

    /** The memory budget of all listeners. */
    public MemoryBudget memoryBudget() {
        return memoryBudget;
    }

    public NettyLoop netty() {
        return netty;
    }

    /** Advances the clock and runs the due timers. */
    public void advance(long millis) {
        settle();
        machine.pass(millis * 1000);
        onLoop(() -> {
            loop.ring();
            return true;
        });
        settle();
    }

    /** Takes the leader away from a follower, which notices it. */
    public void loseLeader() {
        settle();
        Objects.requireNonNull(cluster, "only a follower can miss its leader").loseLeader();
        pass(1_000);
    }

    /** Lets everything that was sent wait for longer than callers do. */
    public void endPatience() {
        awaitReceived();
        pass(ThreeMembers.PATIENCE_MICROS / 1000 + 1_000);
    }

    private void pass(long millis) {
        machine.pass(millis * 1000);
        onLoop(() -> {
            loop.ring();
            return true;
        });
    }

    /** Advances the clock to this instant. */
    public void advanceTo(Instant time) {
        advance((micros(time) - clock.nowMicros()) / 1000);
    }

    /** Waits until everything sent has been received, executed as far as it can be, and answered. */
    public void settle() {
        awaitReceived();
        long before;
        long after = onLoop(this::lastPosition);
        do {
            before = after;
            ask(engine -> true);
            // Follow-up tasks of the replies finish within a few turns.
            for (int turn = 0; turn < 4; turn++) {
                onLoop(() -> true);
            }
            after = onLoop(this::lastPosition);
        } while (after != before || onLoop(connections::hasTurnsLeft));
    }

    private void awaitReceived() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (connections.receivedBytes() < sentBytes.get()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "the server has read " + connections.receivedBytes() + " of " + sentBytes.get() + " bytes");
            }
            Thread.onSpinWait();
        }
    }

    private long lastPosition() {
        return cluster == null ? journal.lastAppended() : node.position();
    }

    public <R> R ask(Query<R> query) {
        Answer<R> answer = new Answer<>();
        node.ask(query, answer);
        return await(answer.future);
    }

    /** Submits a command directly to the node, as another door would. */
    public <R> R submit(Command<R> command) {
        Answer<R> answer = new Answer<>();
        node.submit(command, answer);
        return await(answer.future);
    }

    private static final class Answer<R> implements Completion<R> {
        final CompletableFuture<R> future = new CompletableFuture<>();

        @Override
        public void reply(R value) {
            future.complete(value);
        }

        @Override
        public void refused(Rejection why) {
            future.completeExceptionally(new AssertionError(why));
        }

        @Override
        public void outcomeUnknown() {
            future.completeExceptionally(new AssertionError("unknown"));
        }
    }

    public <R> R onLoop(Callable<R> task) {
        CompletableFuture<R> result = new CompletableFuture<>();
        netty.execute(() -> {
            try {
                result.complete(task.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return await(result);
    }

    private static <R> R await(CompletableFuture<R> future) {
        return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        clients.forEach(TestClient::close);
        doors.values().forEach(TcpDoor::stopAccepting);
        connections.stop(0).join();
        if (cluster != null) {
            cluster.close();
        }
        onLoop(() -> {
            journal.close();
            return true;
        });
        netty.close();
        commits.shutdown();
        if (!keepsData) {
            Folders.delete(directory);
        }
        Throwable cause = halted.get();
        if (cause != null) {
            throw new AssertionError("the node gave up", cause);
        }
    }

    private static long micros(Instant time) {
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }
}
