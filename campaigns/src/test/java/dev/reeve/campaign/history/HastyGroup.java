package dev.reeve.campaign.history;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.cluster.member.Group;
import dev.reeve.engine.EngineVersion;
import dev.reeve.journal.RoomyDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A group in one process. A leader that is cut off waits for a majority in vain; a hasty one takes for committed what it alone has, and
 * believes that it leads.
 */
final class HastyGroup {
    private final boolean isHasty;
    private final List<Member> members;
    private final List<Consensus.Listener> listeners = new ArrayList<>();
    private final List<Predicate<byte[]>> frames = new ArrayList<>();
    private Member leader;
    private boolean isCut;
    private long term;
    private long last;
    private long questions;

    HastyGroup(boolean isHasty, List<Member> members) {
        this.isHasty = isHasty;
        this.members = members;
        this.leader = members.get(0);
    }

    /** How often somebody has asked how far the log is committed. */
    long questions() {
        return questions;
    }

    /** Nothing of the leader reaches the others from now on. */
    void cutLeader() {
        isCut = true;
    }

    /** The member leads, and those before it are gone. All members have joined. */
    void lead(Member next) {
        leader = next;
        isCut = false;
        listeners.get(members.indexOf(next)).leadershipStarted(++term);
    }

    /** The place of the next member. */
    Group place(Member member) {
        return new Group() {
            @Override
            public Replica.Links link(Predicate<byte[]> received, Consumer<Member> broken) {
                frames.add(received);
                return (to, frame) -> {
                    if (isHeard(member) && !frames.get(members.indexOf(to)).test(frame)) {
                        throw new IllegalStateException("the frame of a member is none");
                    }
                };
            }

            @Override
            public int engineVersion() {
                return EngineVersion.CURRENT;
            }

            @Override
            public void exclude(String why) {
                throw new IllegalStateException(why);
            }

            @Override
            public Joined join(Consensus.Listener listener) {
                listeners.add(listener);
                return new Joined(new View(member), new RoomyDisk(), null);
            }

            @Override
            public String name(Member of) {
                return "n" + of.number();
            }

            @Override
            public void named(Member of, String name) {}

            @Override
            public String version() {
                return "test";
            }

            @Override
            public void admit(String name, Member place, Admitting done) {
                done.refused("the members are fixed");
            }
        };
    }

    private boolean isHeard(Member member) {
        return members.indexOf(member) >= members.indexOf(leader) && !(isCut && member.equals(leader));
    }

    /** What one member sees. */
    private final class View implements Consensus {
        private final Member self;

        View(Member self) {
            this.self = self;
        }

        @Override
        public void propose(long proposedTerm, byte[] batch, Consumer<String> refused) {
            long index = ++last;
            if (isHeard(self)) {
                listeners.stream()
                        .skip(members.indexOf(leader))
                        .forEach(listener -> listener.committed(index, proposedTerm, batch));
            } else if (isHasty) {
                listeners.get(members.indexOf(self)).committed(index, proposedTerm, batch);
            }
        }

        @Override
        public void readIndex(Reading reading) {
            questions++;
            if (isHasty || isHeard(self)) {
                reading.read(last);
            }
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
            done.done("the test says who leads");
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
            return members;
        }

        @Override
        public Member leader() {
            return leader;
        }

        @Override
        public long committed() {
            return last;
        }

        @Override
        public void close() {}
    }
}
