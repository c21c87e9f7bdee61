package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

import dev.reeve.testkit.GoqueueRequests;
import java.util.Arrays;

/** Go Job Queue: ADD, RESERVE, DELETE. */
final class GoqueueDialogue implements Dialogue {
    private static final int ID_BYTES = 8;
    private static final int PRIORITY = 10;
    private static final int WAIT_SECONDS = 60;
    private static final byte[] DELETE = withoutEnd(GoqueueRequests.delete(0), ID_BYTES);
    private static final byte[] ADDED = ascii("ADDED\0");
    private static final byte[] RESERVED = ascii("RESERVED\0");
    private static final byte[] OK = ascii("OK\0");

    private final Work work;
    private final byte[] add;
    private final byte[] reserve;
    private final byte[] reserved = new Outgoing()
            .littleEndian(PRIORITY)
            .littleEndian(Work.JOB_SECONDS)
            .bytes(ascii("reserved\0"))
            .toArray();
    private final byte[] id = new byte[ID_BYTES];
    private final byte[] number = new byte[Work.NUMBER_BYTES];
    private final byte[] length;

    GoqueueDialogue(Work work) {
        this.work = work;
        this.length = new Outgoing().littleEndian(work.payloadBytes()).toArray();
        byte[] payload = new byte[work.payloadBytes()];
        byte[] request = GoqueueRequests.add(work.queue(), PRIORITY, Work.JOB_SECONDS, payload);
        this.add = withoutEnd(request, payload.length);
        this.reserve = GoqueueRequests.reserve(work.queue(), WAIT_SECONDS);
    }

    private static byte[] withoutEnd(byte[] request, int bytes) {
        return Arrays.copyOf(request, request.length - bytes);
    }

    @Override
    public void add(Outgoing out) {
        work.payload(out.bytes(add), work.nextNumber());
    }

    @Override
    public void take(Outgoing out) {
        out.bytes(reserve);
    }

    @Override
    public void finish(Outgoing out) {
        out.bytes(DELETE).bytes(id);
    }

    @Override
    public boolean added(Incoming in) {
        return in.expect(ADDED) && in.skip(ID_BYTES);
    }

    @Override
    public boolean taken(Incoming in) {
        return in.expect(RESERVED)
                && in.copy(id, ID_BYTES)
                && in.expect(reserved)
                && in.expect(length)
                && work.readPayload(in, number);
    }

    @Override
    public boolean finished(Incoming in) {
        return in.expect(OK);
    }
}
