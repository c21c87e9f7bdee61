package dev.reeve.campaign.partition;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A fault of nodes or of the links between them; {@link ClusterUnderTest#heal} ends it. */
enum ClusterFault {
    KILL_ONE(Needs.NOTHING) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws InterruptedException {
            cluster.kill(random.nextInt(cluster.size()));
        }
    },
    /** All but one, so that a group has no majority. */
    KILL_MOST(Needs.OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws InterruptedException {
            int left = random.nextInt(cluster.size());
            for (int node = 0; node < cluster.size(); node++) {
                if (node != left) {
                    cluster.kill(node);
                }
            }
        }
    },
    KILL_ALL(Needs.OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws InterruptedException {
            for (int node = 0; node < cluster.size(); node++) {
                cluster.kill(node);
            }
        }
    },
    PAUSE(Needs.NOTHING) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException {
            cluster.pause(random.nextInt(cluster.size()));
        }
    },
    /** A node that the others neither hear nor reach; its clients do. */
    CUT_OFF(Needs.ROOT_AND_OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException {
            int alone = random.nextInt(cluster.size());
            for (int node = 0; node < cluster.size(); node++) {
                cluster.network().cut(alone, node);
                cluster.network().cut(node, alone);
            }
        }
    },
    /** A node that hears the others and is not heard, or the other way round. */
    CUT_ONE_WAY(Needs.ROOT_AND_OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException {
            int alone = random.nextInt(cluster.size());
            boolean isMute = random.nextBoolean();
            for (int node = 0; node < cluster.size(); node++) {
                cluster.network().cut(isMute ? alone : node, isMute ? node : alone);
            }
        }
    },
    /** Two nodes that do not reach each other, though both reach the third. */
    CUT_LINK(Needs.ROOT_AND_OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException {
            int one = random.nextInt(cluster.size());
            int other = (one + 1) % cluster.size();
            cluster.network().cut(one, other);
            cluster.network().cut(other, one);
        }
    },
    SLOW_LINK(Needs.ROOT) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException {
            cluster.network().slow(random.nextInt(cluster.size()));
        }
    },
    FULL_DISK(Needs.ROOT) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException {
            cluster.fillDisk(random.nextInt(cluster.size()));
        }
    },
    SLOW_DISK(Needs.LIBRARY) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException {
            cluster.machine(random.nextInt(cluster.size())).slowSyncs();
        }
    },
    /** A node whose syncs fail ends. */
    FAILING_DISK(Needs.LIBRARY) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException {
            cluster.machine(random.nextInt(cluster.size())).failSyncs();
        }
    },
    /** The clock of a node is an hour ahead or behind, for a shorter time than a server holds a jump. */
    CLOCK_JUMP(Needs.LIBRARY) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException {
            cluster.machine(random.nextInt(cluster.size()))
                    .moveClock(random.nextBoolean() ? HOUR_SECONDS : -HOUR_SECONDS);
        }
    },
    /** The clock of a node is behind from now on, by more than clocks that agree differ. */
    CLOCK_BEHIND(Needs.LIBRARY) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException {
            cluster.machine(random.nextInt(cluster.size())).setClock(-random.nextLong(2, HOUR_SECONDS));
        }
    },
    /** The same ahead. A server alone would follow the clock, and end leases early. */
    CLOCK_AHEAD(Needs.LIBRARY_AND_OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException {
            cluster.machine(random.nextInt(cluster.size())).setClock(random.nextLong(2, HOUR_SECONDS));
        }
    },
    /** A node leaves the cluster for good, and a new one with an empty disk takes its place. */
    REPLACE(Needs.OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException {
            cluster.replace(random.nextInt(cluster.size()));
        }
    },
    /** The same while the disk of another node is slow. */
    REPLACE_BESIDE_SLOW_DISK(Needs.LIBRARY_AND_OTHERS) {
        @Override
        void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException {
            int node = random.nextInt(cluster.size());
            cluster.machine((node + 1) % cluster.size()).slowSyncs();
            cluster.replace(node);
        }
    };

    private static final long HOUR_SECONDS = 3_600;

    private final Needs needs;

    private enum Needs {
        NOTHING,
        OTHERS,
        ROOT,
        ROOT_AND_OTHERS,
        LIBRARY,
        LIBRARY_AND_OTHERS
    }

    ClusterFault(Needs needs) {
        this.needs = needs;
    }

    /** The faults that this machine allows, and that make sense with as many nodes. */
    static List<ClusterFault> possible(int nodes, NodeNetwork network) {
        return Stream.of(values())
                .filter(fault -> switch (fault.needs) {
                    case NOTHING -> true;
                    case OTHERS -> nodes > 1;
                    case ROOT -> network.hasLinks();
                    case ROOT_AND_OTHERS -> network.hasLinks() && nodes > 1;
                    case LIBRARY -> FaultyMachine.isPossible();
                    case LIBRARY_AND_OTHERS -> FaultyMachine.isPossible() && nodes > 1;
                })
                .toList();
    }

    abstract void begin(ClusterUnderTest cluster, SplittableRandom random) throws IOException, InterruptedException;
}
