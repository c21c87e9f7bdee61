package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulated group keeps the contract, and is as unkind as the contract allows. */
class SimConsensusTest extends ConsensusContract {
    private static final int MOST_STEPS = 200_000;

    private static Member member(int number) {
        return new Member("sim", number, number);
    }

    @Override
    Group open(Path folder) {
        List<Member> founders = List.of(member(1), member(2), member(3));
        SimGroup sim = new SimGroup(1, folder, founders);
        return new Group() {
            @Override
            public List<Member> founders() {
                return founders;
            }

            @Override
            public Member newcomer() {
                return member(4);
            }

            @Override
            public Consensus start(Member member, Consensus.Listener listener) {
                return sim.start(member, listener);
            }

            @Override
            public void kill(Member member) {
                sim.kill(member);
            }

            @Override
            public void until(String what, BooleanSupplier condition) {
                for (int i = 0; !condition.getAsBoolean(); i++) {
                    if (i == MOST_STEPS) {
                        throw new AssertionError("it never happened that " + what);
                    }
                    sim.step();
                }
            }

            @Override
            public void close() {}
        };
    }

    /** What a run showed, over all seeds: everything that users of a group have to be prepared for. */
    private static final class Seen {
        int lost;
        int committedInDoubt;
        int snapshotsLoaded;
        int behind;
        int twoLeaders;
    }

    @Test
    void a_run_loses_what_is_not_committed_and_nothing_else(@TempDir Path folder) {
        Seen seen = new Seen();
        for (int seed = 0; seed < 30; seed++) {
            new Run(seed, folder.resolve("seed-" + seed), seen).run();
        }
        assertThat(seen.lost).as("lost proposals").isGreaterThan(20);
        assertThat(seen.committedInDoubt).as("refused and committed").isGreaterThan(20);
        assertThat(seen.snapshotsLoaded).as("snapshots loaded").isGreaterThan(20);
        assertThat(seen.behind).as("nodes that were behind").isGreaterThan(1_000);
        assertThat(seen.twoLeaders).as("two nodes that believed to lead").isGreaterThan(20);
    }

    @Test
    void the_same_seed_gives_the_same_run(@TempDir Path folder) {
        List<String> one = new Run(7, folder.resolve("one"), new Seen()).run();
        List<String> other = new Run(7, folder.resolve("other"), new Seen()).run();
        assertThat(one).isEqualTo(other).isNotEmpty();
    }

    /** Proposals, kills, snapshots and changes of leader in random order. */
    private static final class Run {
        private final SplittableRandom random;
        private final SimGroup sim;
        private final Seen seen;
        private final List<Member> founders = List.of(member(1), member(2), member(3));
        private final Map<Member, RecordingListener> states = new HashMap<>();
        private final Map<Member, SimConsensus> nodes = new HashMap<>();
        private final List<String> refused = new ArrayList<>();
        private final List<RecordingListener> ended = new ArrayList<>();

        Run(int seed, Path folder, Seen seen) {
            this.random = new SplittableRandom(seed);
            this.sim = new SimGroup(seed, folder, founders);
            this.seen = seen;
            founders.forEach(this::start);
        }

        private void start(Member member) {
            RecordingListener state = new RecordingListener();
            states.put(member, state);
            nodes.put(member, sim.start(member, state));
        }

        private RecordingListener state(Member member) {
            return Objects.requireNonNull(states.get(member));
        }

        private SimConsensus node(Member member) {
            return Objects.requireNonNull(nodes.get(member));
        }

        List<String> run() {
            List<String> longest = List.of();
            for (int i = 0; i < 10_000; i++) {
                act(i);
                for (Member member : founders) {
                    List<String> entries = state(member).entries();
                    boolean isLonger = entries.size() > longest.size();
                    List<String> shorter = isLonger ? longest : entries;
                    assertThat((isLonger ? entries : longest).subList(0, shorter.size()))
                            .isEqualTo(shorter);
                    seen.behind += entries.size() < longest.size() ? 1 : 0;
                    longest = isLonger ? entries : longest;
                }
                seen.twoLeaders += states.values().stream()
                                        .filter(state -> state.leads() > 0)
                                        .count()
                                > 1
                        ? 1
                        : 0;
            }
            ended.addAll(states.values());
            for (RecordingListener state : ended) {
                assertThat(state.disorder()).isEmpty();
                seen.snapshotsLoaded += state.loadedIndex() > 0 ? 1 : 0;
            }
            Set<String> committed = new HashSet<>(longest);
            refused.forEach(entry -> {
                seen.lost += committed.contains(entry) ? 0 : 1;
                seen.committedInDoubt += committed.contains(entry) ? 1 : 0;
            });
            return longest;
        }

        private void act(int i) {
            Member member = founders.get(random.nextInt(founders.size()));
            switch (random.nextInt(300)) {
                case 0 -> sim.loseLeader();
                case 1 -> node(member).snapshot(problem -> {});
                case 2 -> {
                    ended.add(state(member));
                    sim.kill(member);
                    start(member);
                }
                case 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 -> {
                    String entry = "entry " + i;
                    long term = state(member).leads();
                    if (term > 0) {
                        node(member).propose(term, entry.getBytes(UTF_8), reason -> refused.add(entry));
                    }
                }
                default -> sim.step();
            }
        }
    }
}
