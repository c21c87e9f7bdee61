package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.jraft.JraftGroup;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.cluster.wire.WireLinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of a command: replicas with threads, links and JRaft on real sockets and files, while leaders die. */
class ReplicasOverJraftTest {
    private static final int ROUNDS = Integer.getInteger("reeve.replica-kills", 3);

    private final Map<Member, Node> nodes = new LinkedHashMap<>();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unknown = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private int commands;

    /** A process of a member. */
    private final class Node implements Replica.State {
        final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
        final List<String> entries = new ArrayList<>();
        final Replica replica;
        private volatile boolean isDead;

        Node(JraftGroup group, Member member) throws IOException {
            Wire wire = new Wire(Wire.Security.NONE);
            List<Replica> made = new CopyOnWriteArrayList<>();
            WireLinks links = new WireLinks(
                    wire,
                    frame -> made.get(0).received(frame),
                    to -> loop.execute(() -> made.get(0).linkBroken(to)));
            replica = new Replica(
                    member, ThreadLocalRandom.current().nextLong(), loop, this, links, new Replica.Stamps() {
                        @Override
                        public long nowMicros() {
                            return System.nanoTime() / 1_000;
                        }

                        @Override
                        public long seed() {
                            return ThreadLocalRandom.current().nextLong();
                        }
                    });
            made.add(replica);
            Consensus consensus = group.start(member, wire, replica);
            loop.execute(() -> replica.join(consensus));
            loop.scheduleAtFixedRate(replica::retry, 50, 50, TimeUnit.MILLISECONDS);
        }

        void submit(String command) {
            loop.execute(() -> replica.submit(command.getBytes(UTF_8), new Replica.Submission() {
                @Override
                public void applied(long atMicros, long seed) {
                    add(command);
                    acknowledged.add(command);
                }

                @Override
                public void unknown() {
                    unknown.incrementAndGet();
                }
            }));
        }

        void look() {
            loop.execute(() -> {
                List<String> known = List.copyOf(acknowledged);
                replica.look(() -> {
                    if (!entries().containsAll(known)) {
                        problems.add("a stale look");
                    }
                    looks.incrementAndGet();
                });
            });
        }

        private synchronized void add(String command) {
            entries.add(command);
        }

        synchronized List<String> entries() {
            return List.copyOf(entries);
        }

        @Override
        public void apply(int from, long atMicros, long seed, byte[] command) {
            add(new String(command, UTF_8));
        }

        @Override
        public void save(Path folder, byte[] header, Consensus.Saving saving) {
            try {
                Files.write(folder.resolve("replica"), header);
                Files.write(folder.resolve("entries"), entries());
                saving.saved();
            } catch (IOException e) {
                saving.failed(e);
            }
        }

        @Override
        public Replica.Loaded load(Path folder) throws IOException {
            byte[] header = Files.readAllBytes(folder.resolve("replica"));
            List<String> read = Files.readAllLines(folder.resolve("entries"));
            return new Replica.Loaded() {
                @Override
                public byte[] replica() {
                    return header;
                }

                @Override
                public void install() {
                    synchronized (Node.this) {
                        entries.clear();
                        entries.addAll(read);
                    }
                }
            };
        }

        /** What it has left to do may fail now. */
        void end() {
            isDead = true;
            loop.shutdownNow();
        }

        @Override
        public void failed(String message, Throwable cause) {
            if (!isDead) {
                problems.add(message + ": " + cause);
            }
        }
    }

    private void submitEverywhere(int each) {
        for (int i = 0; i < each; i++) {
            nodes.values().forEach(node -> {
                node.submit("command " + ++commands);
                node.look();
            });
        }
    }

    @Test
    void commands_of_surviving_nodes_take_effect_once_while_leaders_die(@TempDir Path folder) throws Exception {
        try (JraftGroup group = new JraftGroup(folder)) {
            for (Member member : group.founders()) {
                nodes.put(member, new Node(group, member));
            }
            for (int round = 0; round < ROUNDS; round++) {
                submitEverywhere(100);
                Member leader = leader(group);
                group.kill(leader);
                Objects.requireNonNull(nodes.remove(leader)).end();
                submitEverywhere(100);
                group.until("nobody waits any more", this::isIdle);
                nodes.put(leader, new Node(group, leader));
            }
            submitEverywhere(10);
            group.until("nobody waits any more", this::isIdle);
            group.until(
                    "all agree",
                    () -> nodes.values().stream().map(Node::entries).distinct().count() == 1);
            List<String> entries = nodes.values().iterator().next().entries();
            assertThat(entries).doesNotHaveDuplicates().containsAll(acknowledged);
            assertThat(acknowledged).hasSizeGreaterThan(ROUNDS * 2 * 100);
            assertThat(looks).hasValueGreaterThan(ROUNDS * 2 * 100);
            assertThat(unknown).hasValue(0);
            assertThat(problems).isEmpty();
        } finally {
            nodes.values().forEach(Node::end);
        }
    }

    private Member leader(JraftGroup group) {
        group.until("there is a leader", () -> nodes.values().stream().anyMatch(node -> node.replica.leads()));
        return nodes.entrySet().stream()
                .filter(entry -> entry.getValue().replica.leads())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private boolean isIdle() {
        return nodes.values().stream().allMatch(node -> {
            try {
                return node.loop.submit(node.replica::isIdle).get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (ExecutionException e) {
                return false;
            }
        });
    }
}
