package dev.reeve.net;

import dev.reeve.engine.Engine;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualJournal;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A door with its session and node, without threads, sockets and files. Input arrives in exactly the pieces in which it
 * was sent, and equal pieces give equal replies.
 */
public final class InMemoryDoor {
    private static final long START_MICROS = 1_464_739_200_000_000L;
    private static final int MOST_CONNECTIONS = 10_000;
    private static final long MEMORY_BYTES = 1L << 30;
    private static final long UNSYNCED_BYTES = 64L << 20;

    private final ManualClock clock = new ManualClock(START_MICROS);
    private final ManualLoop loop = new ManualLoop(clock);
    private final ManualJournal journal = new ManualJournal(false);
    private final Engine engine = new Engine();
    private final List<InMemoryChannel> channels = new ArrayList<>();
    private final Node node;
    private final Connections connections;
    private final Protocol.Factory door;

    /** Creates the door under test. */
    @FunctionalInterface
    public interface Maker {
        Protocol.Factory make(Node node, Connections connections);
    }

    public InMemoryDoor(Maker maker) {
        this(maker, MemoryBudget.withDefaults());
    }

    public InMemoryDoor(Maker maker, MemoryBudget budget) {
        SplittableRandom random = new SplittableRandom(7);
        NodeSettings settings = new NodeSettings(MEMORY_BYTES, UNSYNCED_BYTES, random::nextLong);
        node = new Node(loop, clock, journal, engine, settings, (why, cause) -> {
            throw new AssertionError("the node failed: " + why, cause);
        });
        node.start();
        ConnectionQuota quota = new ConnectionQuota(ConnectionLimits.of(MOST_CONNECTIONS));
        connections = new Connections(loop, node, NetLimits.DEFAULTS, quota, budget, null);
        door = maker.make(node, connections);
        settle();
    }

    /** Client side of a connection. */
    public final class Client {
        private final InMemoryChannel channel = new InMemoryChannel(connections, door);
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();

        private Client() {
            channels.add(channel);
            settle();
        }

        /** Lets the channel take any output at once, so that no event of its writability interrupts a flush. */
        void acceptAllOutput() {
            channel.config().setWriteBufferHighWaterMark(Integer.MAX_VALUE);
        }

        /** Sends bytes as one piece, and runs everything that is due now. */
        public Client send(byte[] piece) {
            channel.send(piece);
            settle();
            return this;
        }

        /** Sends bytes as one piece, and lets them wait for {@link InMemoryDoor#settle}. */
        public void sendOnly(byte[] piece) {
            channel.send(piece);
        }

        public Client endInput() {
            if (channel.isOpen()) {
                channel.shutdownInput();
            }
            settle();
            return this;
        }

        /** All replies so far. */
        public byte[] received() {
            channel.receive(received);
            return received.toByteArray();
        }

        /** How often the session has asked for input. */
        public int reads() {
            return channel.reads();
        }

        public boolean isClosed() {
            return !channel.isOpen();
        }
    }

    public Client connect() {
        return new Client();
    }

    public Engine engine() {
        return engine;
    }

    /** The journal entries. */
    public List<byte[]> entries() {
        return journal.entries;
    }

    /** Advances the clock and runs the tasks that are due. */
    public void advanceMillis(long millis) {
        clock.advanceMillis(millis);
        settle();
    }

    /** Runs everything that is due now. */
    public void settle() {
        boolean more = true;
        while (more) {
            more = loop.step();
            for (InMemoryChannel channel : channels) {
                more |= channel.hasPendingTasks();
                channel.runPendingTasks();
                channel.checkException();
            }
            if (!more && journal.sync(Integer.MAX_VALUE)) {
                node.journalAdvanced();
                more = true;
            }
        }
    }
}
