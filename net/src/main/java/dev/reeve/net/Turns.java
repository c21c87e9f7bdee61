package dev.reeve.net;

import dev.reeve.node.Loop;
import java.util.ArrayDeque;

/**
 * The sessions that can execute commands without new input, in the order in which they get their next turn. The turns
 * that follow each other take about {@link NettyLoop#TURN_NANOS} together, and then the loop polls for the input of others. So
 * neither the length of a pipeline nor the number of sessions with one delays a client that sends single commands.
 */
final class Turns {
    private final Loop loop;
    private final ArrayDeque<Session> waiting = new ArrayDeque<>();
    private boolean scheduled;

    Turns(Loop loop) {
        this.loop = loop;
    }

    /** Adds a session, which is not in the list. */
    void add(Session session) {
        waiting.add(session);
        if (!scheduled) {
            scheduled = true;
            loop.execute(this::run);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    private void run() {
        long beganNanos = System.nanoTime();
        Session next;
        while ((next = waiting.poll()) != null) {
            next.turn();
            if (System.nanoTime() - beganNanos >= NettyLoop.TURN_NANOS) {
                break;
            }
        }
        scheduled = !waiting.isEmpty();
        if (scheduled) {
            loop.nextTurn(this::run);
        }
    }
}
