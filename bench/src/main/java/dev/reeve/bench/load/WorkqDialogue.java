package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

import dev.reeve.testkit.WorkqRequests;

/** Workq: add, lease, complete. A job's id is a UUID made of the run's number and the job's. */
final class WorkqDialogue implements Dialogue {
    private static final int ID_BYTES = 36;
    private static final int WAIT_MILLIS = 60_000;
    private static final byte[] DASH = ascii("-");
    private static final byte[] END = ascii("\r\n");
    private static final byte[] OK = ascii("+OK\r\n");
    private static final byte[] ONE = ascii("+OK 1\r\n");

    private final Work work;
    private final byte[][] add;
    private final byte[] lease;
    private final byte[] leased;
    private final byte[][] complete = Gaps.split(WorkqRequests.complete(Gaps.ID, "ok"), Gaps.ID);
    private final byte[] id = new byte[ID_BYTES];
    private final byte[] number = new byte[Work.NUMBER_BYTES];

    /** The server keeps completed jobs until their time to live is over, so it is no longer than necessary. */
    WorkqDialogue(Work work) {
        this.work = work;
        long millis = 1000L * Work.JOB_SECONDS;
        String added = WorkqRequests.add(Gaps.ID, work.queue(), millis, millis, work.payloadWithGap());
        this.add = Gaps.split(added, Gaps.ID, Gaps.NUMBER);
        this.lease = ascii(WorkqRequests.lease(WAIT_MILLIS, work.queue()));
        this.leased = ascii(" %s %d\r\n".formatted(work.queue(), work.payloadBytes()));
    }

    @Override
    public void add(Outgoing out) {
        long job = work.nextNumber();
        long run = work.run();
        out.bytes(add[0]).hex(run >>> 32, 8).bytes(DASH).hex(run >>> 16, 4).bytes(DASH);
        out.hex(run, 4).bytes(DASH).hex(job >>> 48, 4).bytes(DASH).hex(job, 12);
        out.bytes(add[1]).hex(job, work.numberBytes()).bytes(add[2]);
    }

    @Override
    public void take(Outgoing out) {
        out.bytes(lease);
    }

    @Override
    public void finish(Outgoing out) {
        out.bytes(complete[0]).bytes(id).bytes(complete[1]);
    }

    @Override
    public boolean added(Incoming in) {
        return in.expect(OK);
    }

    @Override
    public boolean taken(Incoming in) {
        return in.expect(ONE)
                && in.copy(id, ID_BYTES)
                && in.expect(leased)
                && work.readPayload(in, number)
                && in.expect(END);
    }

    @Override
    public boolean finished(Incoming in) {
        return in.expect(OK);
    }
}
