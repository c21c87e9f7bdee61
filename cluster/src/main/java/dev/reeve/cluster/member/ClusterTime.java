package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import dev.reeve.node.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the {@link ClusterClock} of a node by what the others tell. The time is carried from leader to leader, so that a change of leader does not move it. Only
 * where nobody has it any more, because all nodes were stopped, it begins anew with the clocks of most nodes. Loop only.
 */
final class ClusterTime {
    private static final Logger log = LoggerFactory.getLogger(ClusterTime.class);
    /** Who leads, as of the entries applied. */
    interface Leadership {
        boolean isHere();

        @Nullable
        Member leader();
    }

    /** How long a leader waits for others who know the time, or for clocks that agree. */
    static final long PATIENCE_MICROS = TimeUnit.SECONDS.toMicros(3);

    private final ClusterClock clock;
    private final Clock machine;
    private final Contacts contacts;
    private final Leadership leadership;
    private final long tolerance;
    private long leadsSinceMicros;
    private boolean isOff;

    /** @param tolerance clocks agree that differ by at most so many microseconds */
    ClusterTime(ClusterClock clock, Clock machine, Contacts contacts, Leadership leadership, long tolerance) {
        this.clock = clock;
        this.machine = machine;
        this.contacts = contacts;
        this.leadership = leadership;
        this.tolerance = tolerance;
    }

    /** A leader begins, perhaps this node. All entries before have been applied, the last one with this time. */
    void leads(long atMicros) {
        clock.notBefore(atMicros);
        leadsSinceMicros = machine.uptimeMicros();
    }

    /** Another member has told its time. */
    void heard(NodeReport report) {
        Member leader = leadership.leader();
        boolean isLeader = leader != null && leader.number() == report.number();
        if (isLeader && !leadership.isHere()) {
            long told = report.leaderMicros();
            if (told != NodeReport.UNKNOWN_TIME) {
                take(told);
            }
        } else if (!clock.isSet() && report.clusterMicros() > 0) {
            clock.set(report.clusterMicros());
        }
    }

    private void take(long leaderMicros) {
        if (clock.isSet()) {
            clock.follow(leaderMicros);
        } else {
            clock.set(leaderMicros);
        }
    }

    /** Sets the clock of a leader that does not know the time, as soon as it can be known. Returns whether it did. */
    boolean begin(List<Member> members) {
        if (clock.isSet() || members.isEmpty() || !leadership.isHere()) {
            return false;
        }
        long[] clocks = contacts.clocks(members);
        OptionalLong agreed = agreed(clocks, members.size(), tolerance);
        boolean waited = machine.uptimeMicros() - leadsSinceMicros >= PATIENCE_MICROS;
        if (agreed.isEmpty() && !waited) {
            return false;
        }
        // Of clocks that differ an earlier one ends no lease before its time.
        clock.set(agreed.orElse(clocks[(clocks.length - 1) / 2]));
        return true;
    }

    /** Compares the clocks. Called now and then. */
    void check(List<Member> members) {
        OptionalLong agreed = agreed(contacts.clocks(members), members.size(), tolerance);
        clock.compare(agreed.orElse(clock.nowMicros()));
        agreed.ifPresent(this::warnIfOff);
        if (!leadership.isHere() || !clock.isSet()) {
            return;
        }
        if (agreed.isPresent()) {
            clock.approach(agreed.getAsLong());
        } else {
            clock.runOn();
        }
    }

    private void warnIfOff(long agreedMicros) {
        long ahead = machine.systemTimeMicros() - agreedMicros;
        boolean wasOff = isOff;
        isOff = Math.abs(ahead) > tolerance;
        if (isOff && !wasOff) {
            log.warn(
                    "the clock of this node is {} ms {} those of most nodes, by which the cluster goes",
                    Math.abs(ahead) / 1000,
                    ahead > 0 ? "ahead of" : "behind");
        }
    }

    /**
     * The time that clocks of more than half of all members agree on: of as many that are closest together the one in the middle.
     *
     * @param clocks of some members, in order
     */
    static OptionalLong agreed(long[] clocks, int members, long tolerance) {
        int needed = members / 2 + 1;
        return Arrays.stream(startsOfGroups(clocks, needed))
                .filter(start -> clocks[start + needed - 1] - clocks[start] <= tolerance)
                .boxed()
                .min((one, other) -> Long.compare(
                        clocks[one + needed - 1] - clocks[one], clocks[other + needed - 1] - clocks[other]))
                .map(start -> OptionalLong.of(clocks[start + needed / 2]))
                .orElse(OptionalLong.empty());
    }

    private static int[] startsOfGroups(long[] clocks, int size) {
        int[] starts = new int[Math.max(0, clocks.length - size + 1)];
        Arrays.setAll(starts, start -> start);
        return starts;
    }
}
