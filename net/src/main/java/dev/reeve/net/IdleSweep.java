package dev.reeve.net;

import dev.reeve.node.Loop;
import java.util.ArrayList;
import java.util.List;

/**
 * Disconnects clients that have sent nothing for a while although the server waits for them. All sessions are looked at
 * once per tick, a limited number in each turn of the loop. Time is counted in ticks, so that a session pays for one
 * assignment when it is active, and for no timer.
 */
final class IdleSweep {
    private static final long TICK_MILLIS = 1_000;
    private static final long TICK_MICROS = TICK_MILLIS * 1_000;
    private static final int SESSIONS_PER_TURN = 1_000;

    private final Loop loop;
    private final long idleTicks;
    private final long firstCommandTicks;
    private final List<Session> sessions = new ArrayList<>();
    private long tick;
    private int unchecked;
    private boolean scheduled;

    /** What the sweep knows of one session. */
    static final class Activity {
        private long lastTick;
        private boolean hasCommanded;
        private int index = -1;

        /** The client has sent a complete command. */
        void commanded() {
            hasCommanded = true;
        }
    }

    IdleSweep(Loop loop, NetLimits limits) {
        this.loop = loop;
        this.idleTicks = ticks(limits.idleMillis());
        this.firstCommandTicks = ticks(limits.firstCommandMillis());
    }

    /** Zero turns a timeout off. */
    private static long ticks(long millis) {
        return millis == 0 ? Long.MAX_VALUE : (millis + TICK_MILLIS - 1) / TICK_MILLIS;
    }

    void add(Session session) {
        touch(session.activity());
        session.activity().index = sessions.size();
        sessions.add(session);
        schedule();
    }

    void remove(Session session) {
        int index = session.activity().index;
        if (index < 0) {
            return;
        }
        Session last = sessions.remove(sessions.size() - 1);
        if (last != session) {
            sessions.set(index, last);
            last.activity().index = index;
        }
        session.activity().index = -1;
    }

    /** Restarts the timeout of a session. */
    void touch(Activity activity) {
        activity.lastTick = tick;
    }

    private void schedule() {
        if (!scheduled && !sessions.isEmpty()) {
            scheduled = true;
            loop.schedule(this::beginTick, TICK_MICROS);
        }
    }

    private void beginTick() {
        tick++;
        unchecked = sessions.size();
        sweep();
    }

    /** From the last session to the first: one that moves into the place of a removed one has been looked at already. */
    private void sweep() {
        for (int i = 0; i < SESSIONS_PER_TURN && unchecked > 0; i++) {
            unchecked = Math.min(unchecked, sessions.size()) - 1;
            if (unchecked >= 0) {
                check(sessions.get(unchecked));
            }
        }
        if (unchecked > 0) {
            loop.execute(this::sweep);
        } else {
            scheduled = false;
            schedule();
        }
    }

    private void check(Session session) {
        Activity activity = session.activity();
        if (!session.awaitsClient()) {
            touch(activity);
        } else if (tick - activity.lastTick > (activity.hasCommanded ? idleTicks : firstCommandTicks)) {
            session.disconnectIdle(activity.hasCommanded);
        }
    }
}
