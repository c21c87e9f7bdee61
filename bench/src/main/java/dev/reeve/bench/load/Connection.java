package dev.reeve.bench.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One client connection with its commands in flight. Invariant: replies arrive in the order of the commands. Each reply triggers
 * the next step of the same job, and a finished job triggers a new one until the run ends.
 */
final class Connection {
    private final SocketChannel channel;
    private final Dialogue dialogue;
    private final Timings timings;
    private final Outgoing out = new Outgoing();
    private final Incoming in = new Incoming();

    private final DialogueStep[] steps;
    private final long[] sentAt;
    private final long[] begunAt;
    private int first;
    private int count;
    private DialogueStep last = DialogueStep.FINISH;

    Connection(SocketChannel channel, Dialogue dialogue, Timings timings, int depth) {
        this.channel = channel;
        this.dialogue = dialogue;
        this.timings = timings;
        this.steps = new DialogueStep[depth];
        this.sentAt = new long[depth];
        this.begunAt = new long[depth];
    }

    /** Sends the handshake; returns false if the protocol has none. */
    boolean greet(SelectionKey key, long now) throws IOException {
        boolean greeted = dialogue.greet(out);
        if (greeted) {
            sent(DialogueStep.GREET, now, now);
            write(key);
        }
        return greeted;
    }

    /** Starts jobs up to the depth. */
    void begin(SelectionKey key, long now) throws IOException {
        while (count < steps.length) {
            add(now);
        }
        write(key);
    }

    /** Makes this step the last one of every job. */
    void endAfter(DialogueStep step) {
        last = step;
    }

    boolean isIdle() {
        return count == 0;
    }

    /** Processes the received replies and sends the next step of their jobs. */
    void ready(SelectionKey key, boolean more) throws IOException {
        if (key.isReadable()) {
            if (!in.readFrom(channel)) {
                throw new LoadException("the server closed a connection");
            }
            long now = System.nanoTime();
            while (count > 0 && !in.isEmpty() && read(steps[first])) {
                in.accept();
                replied(now, more);
            }
            in.rewind();
            if (count == 0 && !in.isEmpty()) {
                throw in.unexpected();
            }
        }
        write(key);
    }

    private boolean read(DialogueStep step) {
        return switch (step) {
            case GREET -> dialogue.greeted(in);
            case ADD -> dialogue.added(in);
            case TAKE -> dialogue.taken(in);
            case FINISH -> dialogue.finished(in);
        };
    }

    private void replied(long now, boolean more) {
        DialogueStep step = steps[first];
        long begun = begunAt[first];
        timings.replied(step, now - sentAt[first]);
        first = first + 1 == steps.length ? 0 : first + 1;
        count--;
        if (step == last) {
            timings.finished(now - begun);
            if (more) {
                add(now);
            }
        } else if (step == DialogueStep.ADD) {
            dialogue.take(out);
            sent(DialogueStep.TAKE, now, begun);
        } else if (step == DialogueStep.TAKE) {
            dialogue.finish(out);
            sent(DialogueStep.FINISH, now, begun);
        }
    }

    private void add(long now) {
        dialogue.add(out);
        sent(DialogueStep.ADD, now, now);
    }

    private void sent(DialogueStep step, long now, long begun) {
        int at = (first + count) % steps.length;
        steps[at] = step;
        sentAt[at] = now;
        begunAt[at] = begun;
        count++;
    }

    private void write(SelectionKey key) throws IOException {
        int wanted = out.writeTo(channel) ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }
}
