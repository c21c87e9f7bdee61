package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.OcypodRequests;

/** Ocypod over HTTP/1.1: a job is created, taken and completed. Completed jobs expire shortly afterwards. */
final class OcypodDialogue implements Dialogue {
    private static final int CREATED = 201;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final byte[] BODY_END = ascii("\"}");
    private static final byte[] JOB = ascii("{\"id\":");
    private static final byte[] INPUT = ascii("\"input\":\"");

    private final Work work;
    private final HttpReply reply = new HttpReply();
    private final byte[][] create;
    private final byte[] take;
    private final byte[][] complete = split(OcypodRequests.complete(Gaps.ID, ""), Gaps.ID);
    private final byte[] number = new byte[Work.NUMBER_BYTES];
    private long id;

    OcypodDialogue(Work work) {
        this.work = work;
        String job = "{\"input\":\"" + work.payloadWithGap() + "\"}";
        this.create = split(OcypodRequests.add(work.queue(), job), Gaps.NUMBER);
        this.take = OcypodRequests.take(work.queue()).encode();
    }

    private static byte[][] split(HttpDoorRequest request, String mark) {
        return Gaps.split(new String(request.encode(), ISO_8859_1), mark);
    }

    @Override
    public boolean greet(Outgoing out) {
        String settings = "{\"timeout\":\"%ds\",\"expires_after\":\"1ms\"}".formatted(Work.JOB_SECONDS);
        out.bytes(OcypodRequests.declare(work.queue(), settings).encode());
        return true;
    }

    @Override
    public boolean greeted(Incoming in) {
        return reply.readHead(in, CREATED, NO_CONTENT) && in.skip(reply.length());
    }

    @Override
    public void add(Outgoing out) {
        out.bytes(create[0]).hex(work.nextNumber(), work.numberBytes()).bytes(create[1]);
    }

    @Override
    public void take(Outgoing out) {
        out.bytes(take);
    }

    @Override
    public void finish(Outgoing out) {
        out.bytes(complete[0]).decimal(id).bytes(complete[1]);
    }

    @Override
    public boolean added(Incoming in) {
        return reply.readHead(in, CREATED) && in.skip(reply.length());
    }

    @Override
    public boolean taken(Incoming in) {
        if (!reply.readHead(in, OK) || !in.expect(JOB)) {
            return false;
        }
        id = in.decimal(',');
        return id >= 0 && in.expect(INPUT) && work.readPayload(in, number) && in.expect(BODY_END);
    }

    @Override
    public boolean finished(Incoming in) {
        return reply.readHead(in, NO_CONTENT) && in.skip(reply.length());
    }
}
