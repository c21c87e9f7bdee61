package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

/** Go Job Queue: ADD, RESERVE, DELETE. */
final class GoqueueDialogue implements Dialogue {
    private static final int ID_BYTES = 8;
    private static final int PRIORITY = 10;
    private static final int WAIT_SECONDS = 60;
    private static final byte[] DELETE = ascii("DELETE\0");
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
        this.add = new Outgoing()
                .bytes(ascii("ADD\0" + work.queue() + "\0"))
                .littleEndian(PRIORITY)
                .littleEndian(Work.JOB_SECONDS)
                .bytes(length)
                .toArray();
        this.reserve = new Outgoing()
                .bytes(ascii("RESERVE\0" + work.queue() + "\0"))
                .littleEndian(WAIT_SECONDS)
                .toArray();
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
