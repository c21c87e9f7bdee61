package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

import dev.reeve.testkit.QlessRequests;

/**
 * Redis as a reliable queue: RPUSH, BLMOVE to a list of jobs in progress, LREM from it. Each connection has its own list, which is
 * the cheapest variant: LREM finds the job at once.
 */
final class RedisDialogue implements Dialogue {
    private static final byte[] END = ascii("\r\n");
    private static final byte[] COLON = ascii(":");
    private static final byte[] REMOVED = ascii(":1\r\n");

    private final Work work;
    private final byte[][] push;
    private final byte[] move;
    private final byte[][] remove;
    private final byte[] bulk;
    private final byte[] number = new byte[Work.NUMBER_BYTES];

    RedisDialogue(Work work) {
        this.work = work;
        String taken = "%s-%x-%x".formatted(work.queue(), work.run(), work.nextNumber());
        this.bulk = ascii("$%d\r\n".formatted(work.payloadBytes()));
        String payload = work.payloadWithGap();
        this.push = Gaps.split(QlessRequests.command("RPUSH", work.queue(), payload), Gaps.NUMBER);
        this.move = ascii(QlessRequests.command("BLMOVE", work.queue(), taken, "LEFT", "RIGHT", "60"));
        this.remove = Gaps.split(QlessRequests.command("LREM", taken, "1", payload), Gaps.NUMBER);
    }

    @Override
    public void add(Outgoing out) {
        out.bytes(push[0]).hex(work.nextNumber(), work.numberBytes()).bytes(push[1]);
    }

    @Override
    public void take(Outgoing out) {
        out.bytes(move);
    }

    @Override
    public void finish(Outgoing out) {
        out.bytes(remove[0]).bytes(number, work.numberBytes()).bytes(remove[1]);
    }

    @Override
    public boolean added(Incoming in) {
        return in.expect(COLON) && in.decimal('\r') >= 0 && in.skip(1);
    }

    @Override
    public boolean taken(Incoming in) {
        return in.expect(bulk) && work.readPayload(in, number) && in.expect(END);
    }

    @Override
    public boolean finished(Incoming in) {
        return in.expect(REMOVED);
    }
}
