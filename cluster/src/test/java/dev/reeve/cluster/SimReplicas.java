package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Replicas with loops, links and clocks of their own, all in one thread and by one seed. It checks while it runs: all states are
 * prefixes of one, no command is there twice, times never go back, a look sees all that was acknowledged before it.
 */
final class SimReplicas {
    /** What happens to a group besides the calls. */
    enum Events {
        /** All that can go wrong: calls end when it is over. */
        FAULTS,
        /** Leaders hand over, or try to in vain: every call ends soon. */
        TRANSFERS
    }

    /** What all runs together have seen. */
    static final class Figures {
        int applied;
        int unknown;
        int looks;
        int resent;
        int installed;
        int leaders;
        int refused;
        int givenUp;
        int transfers;
        int begunAgain;
        long longestCall;
    }

    private static final int ACTIONS = 6_000;
    private static final int MOST_STEPS = 400_000;
    /** So many steps a call may take while leaders hand over. */
    private static final int MOST_STEPS_OF_A_CALL = 10_000;
    /** Nobody shall have to wait for this. */
    private static final int RARELY = 3_000;

    private final SplittableRandom random;
    private final long seed;
    private final SimGroup group;
    private final Events events;
    private final Figures figures;
    private final List<Member> members = new ArrayList<>();
    private final Map<Member, Life> lives = new LinkedHashMap<>();
    private final Map<String, Queue<byte[]>> links = new LinkedHashMap<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private List<String> longest = List.of();
    private int commands;
    private long nowMicros = 1_000_000;
    private long steps;

    SimReplicas(long seed, Events events, Path folder, Figures figures) throws IOException {
        this.seed = seed;
        this.events = events;
        this.random = new SplittableRandom(seed);
        this.figures = figures;
        int count = random.nextInt(3) == 0 ? 5 : 3;
        for (int number = 1; number <= count; number++) {
            members.add(new Member("sim", number, number));
        }
        group = new SimGroup(seed, Files.createDirectories(folder), members);
        members.forEach(this::start);
    }

    private Life life(Member member) {
        return Objects.requireNonNull(lives.get(member));
    }

    private void start(Member member) {
        Life life = new Life(member);
        lives.put(member, life);
        life.join();
    }

    void run() {
        for (int i = 0; i < ACTIONS; i++) {
            act();
        }
        for (int i = 0; !isSettled(); i++) {
            if (i == MOST_STEPS) {
                throw new AssertionError("seed " + seed + ": somebody still waits");
            }
            work();
        }
        for (Life life : lives.values()) {
            assertThat(life.entries).as("seed %s", seed).isEqualTo(longest);
            Set<String> submitted = new HashSet<>(life.submitted);
            submitted.removeAll(life.ended);
            assertThat(submitted).as("seed %s: commands without an end", seed).isEmpty();
        }
        assertThat(new HashSet<>(longest))
                .as("seed %s", seed)
                .hasSize(longest.size())
                .containsAll(acknowledged)
                .noneMatch(refused::contains);
    }

    private boolean isSettled() {
        return lives.values().stream().allMatch(life -> life.replica.isIdle() && life.entries.size() == longest.size());
    }

    private void act() {
        Life life = life(members.get(random.nextInt(members.size())));
        if (events == Events.TRANSFERS) {
            actAtTransfers(life);
            return;
        }
        switch (random.nextInt(400)) {
            case 0 -> group.loseLeader();
            case 1 -> life.consensus().transfer(members.get(random.nextInt(members.size())), problem -> {});
            case 2 -> life.consensus().snapshot(problem -> {});
            case 3 -> {
                if (random.nextInt(3) == 0) {
                    restart(life);
                }
            }
            case 4, 5 -> breakLink(life.member, members.get(random.nextInt(members.size())));
            case 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 -> life.submit("command " + ++commands);
            case 20, 21, 22, 23, 24 -> life.look();
            case 25 -> life.replica.giveUp();
            default -> work();
        }
    }

    private void actAtTransfers(Life life) {
        int choice = random.nextInt(1_000);
        if (choice < 4) {
            life.consensus().transfer(members.get(random.nextInt(members.size())), problem -> {
                figures.transfers += problem == null ? 1 : 0;
            });
        } else if (choice < 40) {
            life.submit("command " + ++commands);
        } else if (choice < 60) {
            life.look();
        } else {
            work();
        }
        for (Life each : lives.values()) {
            figures.longestCall = Math.max(figures.longestCall, each.oldestCall());
            assertThat(each.oldestCall())
                    .as("seed %s: the steps for which a call of %s has waited", seed, each.member)
                    .isLessThan(MOST_STEPS_OF_A_CALL);
        }
    }

    /** One step of the group, of a loop, or of a link. */
    private void work() {
        steps++;
        nowMicros += random.nextInt(100);
        Life life = life(members.get(random.nextInt(members.size())));
        switch (random.nextInt(4)) {
            case 0 -> group.step();
            case 1 -> deliver(life.member, members.get(random.nextInt(members.size())));
            default -> life.runTask();
        }
        if (random.nextInt(events == Events.TRANSFERS ? RARELY : 100) == 0) {
            life.replica.retry();
        }
    }

    private void restart(Life life) {
        group.kill(life.member);
        life.isDead = true;
        for (Member other : members) {
            breakLink(life.member, other);
            breakLink(other, life.member);
        }
        start(life.member);
    }

    private static String link(Member from, Member to) {
        return from + " " + to;
    }

    private void deliver(Member from, Member to) {
        byte[] frame = links.computeIfAbsent(link(from, to), name -> new ArrayDeque<>())
                .poll();
        if (frame != null) {
            assertThat(life(to).replica.received(frame)).isTrue();
        }
    }

    private void breakLink(Member from, Member to) {
        Queue<byte[]> frames = links.computeIfAbsent(link(from, to), name -> new ArrayDeque<>());
        figures.resent += frames.size();
        frames.clear();
        Life sender = life(from);
        sender.tasks.add(() -> sender.replica.linkBroken(to));
    }

    /** A node from its start to its end. */
    private final class Life implements Replica.State {
        final Member member;
        final Replica replica;
        final Queue<Runnable> tasks = new ArrayDeque<>();
        final List<String> entries = new ArrayList<>();
        final List<String> submitted = new ArrayList<>();
        final List<String> ended = new ArrayList<>();
        private final long skewMicros = random.nextInt(2_000_000);
        private final Consensus consensus;
        /** The steps at which the calls began that have no end yet. */
        private final TreeMap<Integer, Long> open = new TreeMap<>();

        private long lastTerm;
        private int calls;
        private long lastAtMicros;
        boolean isDead;

        Life(Member member) {
            this.member = member;
            replica = new Replica(member, random.nextLong(), tasks::add, this, this::send, new Replica.Stamps() {
                @Override
                public long nowMicros() {
                    return nowMicros + skewMicros;
                }

                @Override
                public long seed() {
                    return random.nextLong();
                }
            });
            consensus = group.start(member, replica);
        }

        void join() {
            replica.join(consensus);
        }

        Consensus consensus() {
            return consensus;
        }

        private void send(Member to, byte[] frame) {
            links.computeIfAbsent(link(member, to), name -> new ArrayDeque<>()).add(frame);
        }

        void runTask() {
            Runnable task = tasks.poll();
            if (task != null && !isDead) {
                boolean led = replica.leads();
                task.run();
                figures.leaders += !led && replica.leads() ? 1 : 0;
            }
        }

        /** The number of steps since the first call that has no end yet. */
        long oldestCall() {
            return open.isEmpty() ? 0 : steps - open.firstEntry().getValue();
        }

        void submit(String command) {
            int call = ++calls;
            open.put(call, steps);
            submitted.add(command);
            boolean waits = random.nextBoolean();
            replica.submit(command.getBytes(UTF_8), new Replica.Submission() {
                @Override
                public boolean mayWait() {
                    return waits;
                }

                @Override
                public void refused() {
                    assertThat(waits).isFalse();
                    end();
                    refused.add(command);
                    submitted.remove(command);
                    figures.refused++;
                }

                @Override
                public void givenUp() {
                    figures.givenUp++;
                }

                @Override
                public void applied(long atMicros, long seed) {
                    add(command, atMicros);
                    end();
                    acknowledged.add(command);
                    figures.applied++;
                }

                @Override
                public void unknown() {
                    assertThat(entries).contains(command);
                    end();
                    figures.unknown++;
                }

                private void end() {
                    assertThat(ended).doesNotContain(command);
                    ended.add(command);
                    open.remove(call);
                }
            });
        }

        void look() {
            List<String> known = new ArrayList<>(acknowledged);
            known.addAll(submitted);
            int call = ++calls;
            open.put(call, steps);
            replica.look(() -> {
                open.remove(call);
                known.removeIf(refused::contains);
                assertThat(new HashSet<>(entries))
                        .as("seed %s: a look at %s", seed, member)
                        .containsAll(known);
                figures.looks++;
            });
        }

        private void add(String command, long atMicros) {
            assertThat(atMicros).as("seed %s", seed).isGreaterThanOrEqualTo(lastAtMicros);
            lastAtMicros = atMicros;
            entries.add(command);
            compare();
        }

        /** No state ever goes another way than the longest one. */
        private void compare() {
            int last = entries.size() - 1;
            if (entries.size() > longest.size()) {
                assertThat(entries.subList(0, longest.size()))
                        .as("seed %s", seed)
                        .isEqualTo(longest);
                longest = List.copyOf(entries);
            } else {
                assertThat(entries.get(last)).as("seed %s", seed).isEqualTo(longest.get(last));
            }
        }

        @Override
        public void apply(int from, long atMicros, long seed, byte[] command) {
            add(new String(command, UTF_8), atMicros);
        }

        @Override
        public void leads(Member leader, long term) {
            figures.begunAgain += term == lastTerm ? 1 : 0;
            lastTerm = term;
        }

        @Override
        public void save(Path folder, byte[] header, Consensus.Saving saving) {
            try {
                Files.write(folder.resolve("replica"), header);
                Files.write(folder.resolve("entries"), entries);
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
                    entries.clear();
                    entries.addAll(read);
                    figures.installed++;
                }
            };
        }

        @Override
        public void failed(String message, Throwable cause) {
            throw new AssertionError("seed " + SimReplicas.this.seed + ": " + message, cause);
        }
    }
}
