package dev.reeve.net.testing;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.cluster.member.Group;
import dev.reeve.journal.RoomyDisk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A group in one process that agrees at once: one thread hands every entry to all members. The first member leads. */
final class SharedLog {
    private static final long TERM = 1;

    private final Executor thread;
    private final int engineVersion;
    private final Map<Member, Predicate<byte[]>> frames =
            new ConcurrentSkipListMap<>(Comparator.comparingInt(Member::number));
    private final List<Consensus.Listener> listeners = new ArrayList<>();
    private final Map<Integer, String> excluded = new ConcurrentSkipListMap<>();
    private volatile long last;
    private volatile boolean isLost;

    /** @param engineVersion the version of the engine that all members have */
    SharedLog(Executor thread, int engineVersion) {
        this.thread = thread;
        this.engineVersion = engineVersion;
    }

    /** The place of a member. */
    Group place(Member member) {
        return new Group() {
            @Override
            public Replica.Links link(Predicate<byte[]> received, Consumer<Member> broken) {
                frames.put(member, received);
                return (to, frame) -> {
                    if (!Objects.requireNonNull(frames.get(to)).test(frame)) {
                        throw new IllegalStateException("the frame of a member is none");
                    }
                };
            }

            @Override
            public String name(Member named) {
                return "n" + named.number();
            }

            @Override
            public void named(Member named, String name) {
                throw new IllegalStateException("all names are known");
            }

            @Override
            public String version() {
                return "test";
            }

            @Override
            public int engineVersion() {
                return engineVersion;
            }

            @Override
            public void exclude(String why) {
                excluded.put(member.number(), why);
            }

            @Override
            public void admit(String name, Member candidate, Group.Admitting done) {
                done.refused("the members are fixed");
            }

            @Override
            public Group.Joined join(Consensus.Listener listener) {
                listeners.add(listener);
                return new Group.Joined(new View(), new RoomyDisk(), null);
            }
        };
    }

    /** All members have joined. */
    void begin() {
        thread.execute(() -> listeners.get(0).leadershipStarted(TERM));
    }

    /** Why members have been excluded, by their numbers. */
    Map<Integer, String> excluded() {
        return excluded;
    }

    /** From now on there is no leader. */
    void loseLeader() {
        isLost = true;
    }

    private final class View implements Consensus {
        @Override
        public void propose(long term, byte[] batch, Consumer<String> refused) {
            if (isLost) {
                return;
            }
            thread.execute(() -> {
                long index = last + 1;
                last = index;
                listeners.forEach(listener -> listener.committed(index, term, batch));
            });
        }

        @Override
        public void readIndex(Reading reading) {
            if (isLost) {
                reading.failed("there is no leader");
                return;
            }
            thread.execute(() -> reading.read(last));
        }

        @Override
        public void announce() {}

        @Override
        public void snapshot(Done done) {
            done.done("the log is kept");
        }

        @Override
        public void stateBytes(long bytes) {}

        @Override
        public void transfer(Member to, Done done) {
            done.done("the first member leads");
        }

        @Override
        public void add(Member member, Done done) {
            done.done("the members are fixed");
        }

        @Override
        public void remove(Member member, Done done) {
            done.done("the members are fixed");
        }

        @Override
        public List<Member> members() {
            return List.copyOf(frames.keySet());
        }

        @Override
        public @Nullable Member leader() {
            return isLost ? null : frames.keySet().iterator().next();
        }

        @Override
        public long committed() {
            return last;
        }

        @Override
        public void close() {}
    }
}
