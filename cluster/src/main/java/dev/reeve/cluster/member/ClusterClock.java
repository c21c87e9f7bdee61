package dev.reeve.cluster.member;

import dev.reeve.node.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time of the cluster as this node knows it, which goes on with the monotonic clock whoever leads. The leader brings it near to the clocks of
 * most nodes, the others near to the time of the leader.
 *
 * <p>Invariant: once set it never goes back, and it gains a hundredth at most, but for a lead of most clocks that is longer than a minute, which the leader
 * follows at once: each of these clocks was held by its own node before. Before it is set it shows the clock of the machine.
 */
final class ClusterClock implements Clock {
    private static final Logger log = LoggerFactory.getLogger(ClusterClock.class);
    /** A larger lead of most clocks is followed at once. */
    static final long STEP_MICROS = TimeUnit.MINUTES.toMicros(1);
    /** The part of the time that passes by which the time of a leader is corrected. */
    static final int LEADER_PART = 100;
    /** The same of a node that is ahead of its leader. */
    static final int FOLLOWER_PART = 2;

    private final Clock machine;
    private boolean isSet;
    private long notBeforeMicros;
    private long lastMicros;
    private long lastUptimeMicros;
    /** What is to be added little by little. */
    private long correctionMicros;

    private int part = LEADER_PART;
    private long offsetMicros;

    ClusterClock(Clock machine) {
        this.machine = machine;
    }

    @Override
    public synchronized long nowMicros() {
        if (!isSet) {
            return machine.nowMicros();
        }
        long elapsed = Math.max(0, machine.uptimeMicros() - lastUptimeMicros);
        long most = elapsed / part;
        return lastMicros + elapsed + Math.max(-most, Math.min(most, correctionMicros));
    }

    @Override
    public synchronized void notBefore(long micros) {
        notBeforeMicros = Math.max(notBeforeMicros, micros);
        if (isSet && micros > nowMicros()) {
            begin(micros);
        }
    }

    @Override
    public long uptimeMicros() {
        return machine.uptimeMicros();
    }

    @Override
    public synchronized long offsetMicros() {
        return isSet ? offsetMicros : machine.offsetMicros();
    }

    synchronized boolean isSet() {
        return isSet;
    }

    /** The time, which was not known until now. */
    synchronized void set(long micros) {
        isSet = true;
        begin(Math.max(notBeforeMicros, micros));
    }

    private void begin(long micros) {
        lastMicros = micros;
        lastUptimeMicros = machine.uptimeMicros();
        correctionMicros = 0;
    }

    /** The time of the leader a moment ago. */
    synchronized void follow(long leaderMicros) {
        long now = nowMicros();
        begin(Math.max(now, leaderMicros));
        part = FOLLOWER_PART;
        correctionMicros = Math.min(0, leaderMicros - now);
    }

    /** This node leads, and most clocks say this time. */
    synchronized void approach(long agreedMicros) {
        long now = nowMicros();
        long lead = agreedMicros - now;
        if (lead > STEP_MICROS) {
            log.warn("the clocks of most nodes are {} ahead, and are followed", Duration.ofSeconds(lead / 1_000_000));
            begin(agreedMicros);
        } else {
            begin(now);
            part = LEADER_PART;
            correctionMicros = lead;
        }
    }

    /** This node leads, and the clocks do not agree. */
    synchronized void runOn() {
        begin(nowMicros());
    }

    /** Most clocks say this time. */
    synchronized void compare(long agreedMicros) {
        offsetMicros = nowMicros() - agreedMicros;
    }
}
