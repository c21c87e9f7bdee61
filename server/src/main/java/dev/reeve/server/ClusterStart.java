package dev.reeve.server;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.cluster.jraft.JraftConsensus;
import dev.reeve.cluster.jraft.JraftSettings;
import dev.reeve.cluster.member.ClusterMember;
import dev.reeve.cluster.member.Founder;
import dev.reeve.cluster.member.Founding;
import dev.reeve.cluster.member.Group;
import dev.reeve.cluster.member.SkippedEntries;
import dev.reeve.cluster.wire.SecretSecurity;
import dev.reeve.cluster.wire.TlsSecurity;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.cluster.wire.WireLinks;
import dev.reeve.door.api.ClusterReport;
import dev.reeve.engine.Engine;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RaftLog;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.Connections;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.NetLimits;
import dev.reeve.net.NettyLoop;
import dev.reeve.net.tls.PeerTls;
import dev.reeve.net.tls.TlsException;
import dev.reeve.node.Clock;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.server.metrics.ClusterFigures;
import dev.reeve.settings.HeapBoundedLimit;
import dev.reeve.tally.JournalTally;
import dev.reeve.tally.Tallies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the node as a member of a cluster. This class, {@link ClusterView}, {@link ClusterInit}, {@link ClusterSkip} and {@link ClusterReset} are the only ones of the server that
 * know the cluster; without one they are not loaded.
 */
final class ClusterStart implements NodeOpener {
    private static final Logger log = LoggerFactory.getLogger(ClusterStart.class);
    private static final long ASK_NANOS = 200_000_000;

    private final Settings settings;
    private final Machine machine;
    private final Path folder;
    private final Founding founding;
    private final Wire wire;
    private long askedNanos;

    private ClusterStart(Settings settings, Machine machine, Path folder, Founding founding) {
        this.settings = settings;
        this.machine = machine;
        this.folder = folder;
        this.founding = founding;
        this.wire = new Wire(security(settings));
        this.askedNanos = System.nanoTime() - ASK_NANOS;
    }

    /** Opens the data folder of a member, and begins to listen for the others. */
    static NodeOpener open(Settings settings, Machine machine) {
        Path data = settings.get(Settings.DATA);
        if (Files.exists(data.resolve("manifest"))) {
            throw new StartException("data: " + data + " has the data of a server without a cluster");
        }
        Path folder = ClusterFolder.of(data);
        List<Founder> peers = settings.get(ClusterSettings.PEERS).stream()
                .map(peer -> new Founder(
                        peer.name(), peer.address().host(), peer.address().port()))
                .toList();
        String name = settings.get(ClusterSettings.NAME).orElseThrow();
        try {
            Founding founding = Founding.open(folder, name, peers, new SecureRandom().nextLong());
            ClusterStart start = new ClusterStart(settings, machine, folder, founding);
            start.listen();
            return start;
        } catch (IOException e) {
            throw new StartException("data: " + IoErrorText.in(folder, e));
        } catch (Founding.RefusedException e) {
            throw new StartException("cluster: " + e.getMessage());
        }
    }

    /** How nodes know each other. */
    private static Wire.Security security(Settings settings) {
        Path secret = settings.get(ClusterSettings.SECRET_FILE).orElse(null);
        if (secret != null) {
            return new SecretSecurity(ClusterSecret.read(secret));
        }
        Path certificate = settings.get(ClusterSettings.TLS_CERT).orElse(null);
        if (certificate == null) {
            return Wire.Security.NONE;
        }
        Path key = settings.get(ClusterSettings.TLS_KEY).orElseThrow();
        Path authority = settings.get(ClusterSettings.TLS_CA).orElseThrow();
        try {
            return new TlsSecurity(PeerTls.context(certificate, key, authority, java.time.Clock.systemUTC()));
        } catch (TlsException e) {
            throw new StartException("TLS of the cluster: " + e.getMessage());
        }
    }

    private void listen() {
        ClusterSettings.Address at = settings.clusterAddress();
        InetSocketAddress address = new InetSocketAddress(at.host(), at.port());
        try {
            founding.listen(wire, address);
            log.info("cluster listens on {}", at);
        } catch (Exception e) {
            // Netty throws what the system says, checked or not.
            wire.close();
            throw new StartException("cluster.listen: cannot listen on " + at + ": " + e.getMessage());
        }
    }

    @Override
    public boolean isReady() {
        if (!founding.isFounded() && System.nanoTime() - askedNanos >= ASK_NANOS) {
            askedNanos = System.nanoTime();
            try {
                founding.ask(wire);
            } catch (Founding.RefusedException e) {
                throw new StartException("cluster: " + e.getMessage());
            }
        }
        return founding.isFounded();
    }

    @Override
    public NodeRuntime open(ConnectionQuota quota, MemoryBudget memoryBudget, @Nullable Tallies tallies) {
        SecureRandom random = new SecureRandom();
        LongSupplier seeds = new SplittableRandom(random.nextLong())::nextLong;
        NettyLoop loop = NettyLoop.of(settings.get(Settings.BUSY_POLL).isOn(), settings);
        Clock clock = machine.clock().apply(0);
        ClusterMember member = new ClusterMember(
                founding.self(),
                random.nextLong(),
                loop,
                new ClusterMember.Stamps(clock, seeds),
                limits(),
                NodeRuntime::halt);
        JournalTally journalTally = tallies == null ? new JournalTally() : tallies.journal();
        NodeRuntime.JournalEvents events = new NodeRuntime.JournalEvents(journalTally);
        NodeSettings nodeSettings = NodeSettings.from(settings, seeds);
        Node node = new Node(loop, member.clock(), member.backing(), new Engine(), nodeSettings, NodeRuntime::halt);
        if (tallies != null) {
            node.tallies(tallies.queues());
        }
        Connections connections = new Connections(
                loop, node, NetLimits.from(settings), quota, memoryBudget, tallies == null ? null : tallies.traffic());
        NodeRuntime runtime = new NodeRuntime(new MemberLog(member, wire, events), loop, node, connections);
        runtime.onLoop(() -> node.startSampling(journalTally));
        try {
            member.start(node, new WiredGroup(events));
        } catch (IOException e) {
            throw new StartException("data: " + IoErrorText.in(folder, e));
        }
        return runtime;
    }

    private ClusterMember.Limits limits() {
        Duration patience = settings.get(ClusterSettings.PATIENCE);
        return new ClusterMember.Limits(
                patience.toNanos() / 1000,
                settings.get(JournalSettings.SEGMENT_SIZE),
                RaftLog.mostEntries(HeapBoundedLimit.usableHeapBytes()),
                NodeSettings.maxRecoveredBytes(settings),
                settings.get(ClusterSettings.MAX_CLOCK_SKEW).toNanos() / 1000);
    }

    /** The group of this node, on one wire for its links and for the library. */
    private final class WiredGroup implements Group {
        private final NodeRuntime.JournalEvents events;
        private volatile @Nullable JraftConsensus consensus;

        WiredGroup(NodeRuntime.JournalEvents events) {
            this.events = events;
        }

        @Override
        public Replica.Links link(Predicate<byte[]> received, Consumer<Member> broken) {
            return new WireLinks(wire, received, broken);
        }

        @Override
        public Group.Joined join(Consensus.Listener listener) throws IOException {
            int electionMillis = Math.toIntExact(
                    settings.get(ClusterSettings.ELECTION_TIMEOUT).toMillis());
            JraftSettings group = new JraftSettings(founding.self(), founding.founders(), folder, electionMillis);
            JraftConsensus joined = JraftConsensus.open(group, wire, JournalSettings.from(settings), listener, events);
            consensus = joined;
            return new Group.Joined(joined, joined.status(), RealDisk.open(folder));
        }

        @Override
        public @Nullable String name(Member member) {
            return founding.name(member);
        }

        @Override
        public void named(Member member, String name) {
            founding.named(member, name);
        }

        @Override
        public String version() {
            return Version.number();
        }

        @Override
        public int engineVersion() {
            return machine.engineVersion();
        }

        @Override
        public void exclude(String why) throws IOException {
            founding.exclude(why);
        }

        @Override
        public Set<Long> skipped() throws IOException {
            return SkippedEntries.in(folder);
        }

        @Override
        public void askWhetherReplaced(Runnable replaced) {
            JraftConsensus joined = consensus;
            if (joined != null) {
                founding.askWhetherReplaced(wire, joined.electorate(), isReplaced -> {
                    if (isReplaced) {
                        replaced.run();
                    }
                });
            }
        }

        @Override
        public void admit(String name, Member place, Group.Admitting done) {
            founding.admit(wire, name, place, done);
        }
    }

    @Override
    public void close() {
        wire.close();
    }

    /** The log of a member. */
    private record MemberLog(ClusterMember member, Wire wire, NodeRuntime.JournalEvents events) implements EntryLog {
        @Override
        public JournalStatus status() {
            return member.log();
        }

        @Override
        public String recovered() {
            return "member of a cluster";
        }

        @Override
        public long lastSyncNanos() {
            return events.lastSyncNanos;
        }

        @Override
        public boolean isServing() {
            return member.isServing();
        }

        @Override
        public @Nullable String notReady() {
            return member.notReady();
        }

        @Override
        public ClusterReport cluster() {
            return new ClusterView(member);
        }

        @Override
        public ClusterFigures figures() {
            return new ClusterView(member).figures(wire.refused());
        }

        @Override
        public void close() {
            member.close();
        }
    }
}
