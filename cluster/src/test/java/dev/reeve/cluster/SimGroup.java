package dev.reeve.cluster;

import dev.reeve.cluster.Consensus.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A replicated group without network, disks and threads: a sequence of entries, and nodes that learn of it late, in
 * bunches, and each at its own time. What is not committed may be lost when the leader changes; what is committed is never
 * lost. The log before a snapshot is given up at once, so a node that lags has to load one.
 *
 * <p>All choices follow from the seed and from the order of the calls. Everything happens in {@link #step}.
 */
public final class SimGroup {
    private static final class Entry {
        final long term;
        /** Null for an entry of the group itself. */
        final byte @Nullable [] bytes;

        final Consumer<String> refused;

        Entry(long term, byte @Nullable [] bytes, Consumer<String> refused) {
            this.term = term;
            this.bytes = bytes;
            this.refused = refused;
        }
    }

    private final SplittableRandom random;
    private final Path folder;
    private final List<Entry> log = new ArrayList<>();
    private final Map<Member, SimConsensus> nodes = new LinkedHashMap<>();
    private List<Member> members;
    private long committed;
    /** Entries up to here are only in snapshots. */
    private long givenUp;

    private long term;
    private @Nullable Member leader;
    private @Nullable Member successor;
    private int snapshots;

    public SimGroup(long seed, Path folder, List<Member> members) {
        this.random = new SplittableRandom(seed);
        this.folder = folder;
        this.members = List.copyOf(members);
    }

    /** Starts a node, or starts it again with what it had on its disk. */
    public SimConsensus start(Member member, Listener listener) {
        SimConsensus node = nodes.computeIfAbsent(member, self -> new SimConsensus(this, self));
        node.start(listener);
        return node;
    }

    /** Ends a node at once: it hears nothing more. */
    public void kill(Member member) {
        SimConsensus node = Objects.requireNonNull(nodes.get(member));
        node.stop();
        if (member.equals(leader)) {
            leader = null;
        }
    }

    List<Member> members() {
        return members;
    }

    @Nullable
    Member leader() {
        return leader;
    }

    long term() {
        return term;
    }

    private boolean hasMajority() {
        long up = members.stream()
                .map(nodes::get)
                .filter(node -> node != null && node.isUp())
                .count();
        return 2 * up > members.size();
    }

    /** One thing happens somewhere. */
    public void step() {
        List<SimConsensus> up =
                nodes.values().stream().filter(SimConsensus::isUp).toList();
        if (up.isEmpty()) {
            return;
        }
        SimConsensus node = up.get(random.nextInt(up.size()));
        switch (random.nextInt(20)) {
            case 0 -> changeLeaderIfNeeded();
            case 1, 2, 3 -> commit();
            case 4, 5, 6 -> node.tellLeadership();
            case 7, 8 -> node.answerReads();
            default -> deliver(node, 1 + random.nextInt(4));
        }
    }

    /** The leader goes, and the next one is chosen in later steps. */
    public void loseLeader() {
        leader = null;
    }

    private void commit() {
        if (leader != null && hasMajority() && committed < log.size()) {
            committed += 1 + random.nextLong(log.size() - committed);
        }
    }

    private void changeLeaderIfNeeded() {
        if (leader != null && successor == null) {
            return;
        }
        if (!hasMajority()) {
            return;
        }
        if (leader != null && random.nextInt(4) == 0) {
            // The transfer took too long.
            successor = null;
            return;
        }
        List<Member> candidates = members.stream()
                .filter(member -> nodes.containsKey(member) && nodes.get(member).isUp())
                .toList();
        Member next = successor != null && candidates.contains(successor)
                ? successor
                : candidates.get(random.nextInt(candidates.size()));
        long kept = successor != null ? log.size() : committed + random.nextLong(log.size() - committed + 1);
        // Whoever proposed learns that leadership ended, and not what became of the entry.
        log.subList((int) committed, log.size()).forEach(entry -> entry.refused.accept("leadership ended"));
        log.subList((int) kept, log.size()).clear();
        successor = null;
        leader = next;
        term++;
        log.add(new Entry(term, null, reason -> {}));
    }

    private void deliver(SimConsensus node, int count) {
        // A leader has its own log until it has applied it.
        if (node.applied() < givenUp && !node.self().equals(leader)) {
            install(node);
            return;
        }
        for (int i = 0; i < count && node.applied() < committed; i++) {
            Entry entry = log.get((int) node.applied());
            node.deliver(entry.term, entry.bytes);
        }
    }

    /** Any snapshot will do that reaches what the log still has. */
    private void install(SimConsensus node) {
        nodes.values().stream()
                .filter(other -> other.snapshotIndex() >= givenUp)
                .findFirst()
                .ifPresent(other -> node.install(copy(other.snapshotFolder()), other.snapshotIndex()));
    }

    private Path copy(@Nullable Path from) {
        Path to = newFolder();
        try (Stream<Path> files = Files.list(Objects.requireNonNull(from))) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return to;
    }

    Path newFolder() {
        try {
            return Files.createDirectories(folder.resolve("snapshot-" + ++snapshots));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void append(byte[] bytes, Consumer<String> refused) {
        log.add(new Entry(term, bytes, refused));
    }

    /** Whether the entry of the leader that begins its term was committed. */
    boolean isEstablished(long applied) {
        return applied > 0 && log.get((int) applied - 1).term == term;
    }

    /** How far a reader has to be, if there is a leader that can tell. */
    long readIndex() {
        return leader != null && hasMajority() && committed > 0 && isEstablished(committed) ? committed : -1;
    }

    void taken(long snapshotIndex) {
        givenUp = Math.max(givenUp, snapshotIndex);
    }

    boolean isTransferring() {
        return successor != null;
    }

    void transfer(Member to) {
        successor = to;
    }

    void change(List<Member> next) {
        members = List.copyOf(next);
        if (leader != null && !members.contains(leader)) {
            leader = null;
        }
    }
}
