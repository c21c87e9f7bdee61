package dev.reeve.cluster.jraft;

import static org.awaitility.Awaitility.await;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RealDisk;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/** Three nodes in one process, with sockets and files of their own. */
public final class JraftGroup implements AutoCloseable {
    /** Wide enough for a busy machine. */
    private static final int ELECTION_MILLIS = 1_000;

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final JournalSettings JOURNAL = JournalSettings.defaults().withSegmentBytes(256 << 10);

    private final Path folder;
    private final List<Member> founders = new ArrayList<>();
    private final Map<Member, JraftConsensus> nodes = new LinkedHashMap<>();

    public JraftGroup(Path folder) throws IOException {
        this.folder = folder;
        for (int number = 1; number <= 3; number++) {
            founders.add(member(number));
        }
    }

    /**
     * A member with a port that stays free while the member is down. The system gives ports of its own range to clients, and one
     * that tries to reach the member could get just that.
     */
    private static Member member(int number) throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return new Member("127.0.0.1", socket.getLocalPort(), number);
            } catch (BindException e) {
                // In use: the next one.
            }
        }
        throw new IOException("no free port");
    }

    public List<Member> founders() {
        return List.copyOf(founders);
    }

    public Member newcomer() throws IOException {
        return member(4);
    }

    public Consensus start(Member member, Consensus.Listener listener) throws IOException {
        return start(member, new Wire(Wire.Security.NONE), listener);
    }

    private JraftSettings settings(Member member) {
        List<Member> known = founders.contains(member) ? founders : List.of();
        return new JraftSettings(member, known, folder.resolve("n" + member.number()), ELECTION_MILLIS);
    }

    /** Starts a node that shares its wire. */
    public Consensus start(Member member, Wire wire, Consensus.Listener listener) throws IOException {
        return start(member, wire, RealDisk.open(settings(member).log()), listener);
    }

    /** Starts a node with its log on this disk. */
    Consensus start(Member member, Wire wire, Disk disk, Consensus.Listener listener) throws IOException {
        JraftConsensus node = JraftConsensus.open(settings(member), wire, disk, JOURNAL, listener);
        nodes.put(member, node);
        return node;
    }

    /** The sockets close first, so the others hear nothing of the stop. */
    public void kill(Member member) {
        JraftConsensus node = Objects.requireNonNull(nodes.remove(member));
        node.cut();
        node.close();
    }

    public void until(String what, BooleanSupplier condition) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(condition::getAsBoolean);
    }

    /** Lets several elections pass in which nothing may happen. */
    void idle() throws InterruptedException {
        Thread.sleep(6L * ELECTION_MILLIS);
    }

    @Override
    public void close() {
        nodes.values().forEach(JraftConsensus::cut);
        nodes.values().forEach(JraftConsensus::close);
    }
}
