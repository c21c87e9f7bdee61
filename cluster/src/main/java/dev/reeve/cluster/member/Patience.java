package dev.reeve.cluster.member;

import dev.reeve.cluster.Replica;

/** Gives up what waits for longer than callers are expected to wait. Loop only. */
final class Patience {
    private final Replica replica;
    private final long patienceMicros;
    private long ended;
    private long progressMicros;
    private long leaderMicros;

    Patience(Replica replica, long patienceMicros) {
        this.replica = replica;
        this.patienceMicros = patienceMicros;
    }

    /** The member begins to wait for others. */
    void start(long nowMicros) {
        progressMicros = nowMicros;
        leaderMicros = nowMicros;
    }

    /** Looks whether anything moves. True if something was given up. */
    boolean ends(boolean hasLeader, long nowMicros) {
        if (hasLeader) {
            leaderMicros = nowMicros;
        }
        if (replica.isIdle() || replica.ended() != ended) {
            ended = replica.ended();
            progressMicros = nowMicros;
        }
        long since = Math.min(leaderMicros, progressMicros);
        if (replica.isIdle() || nowMicros - since <= patienceMicros) {
            return false;
        }
        progressMicros = nowMicros;
        replica.giveUp();
        return true;
    }
}
