package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

/** Ocypod over HTTP/1.1: a job is created, taken and completed. Completed jobs expire shortly afterwards. */
final class OcypodDialogue implements Dialogue {
    private static final int CREATED = 201;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final String COMPLETED = "{\"status\":\"completed\"}";
    private static final byte[] BODY_END = ascii("\"}");
    private static final byte[] JOB = ascii("{\"id\":");
    private static final byte[] INPUT = ascii("\"input\":\"");

    private final Work work;
    private final HttpReply reply = new HttpReply();
    private final byte[] create;
    private final byte[] take;
    private final byte[] complete = ascii("PATCH /job/");
    private final byte[] completeEnd = ascii(" HTTP/1.1" + head(COMPLETED.length()) + COMPLETED);
    private final byte[] number = new byte[Work.NUMBER_BYTES];
    private long id;

    OcypodDialogue(Work work) {
        this.work = work;
        String input = "{\"input\":\"";
        int length = input.length() + work.payloadBytes() + BODY_END.length;
        this.create = ascii("POST /queue/" + work.queue() + "/job HTTP/1.1" + head(length) + input);
        this.take = ascii("GET /queue/" + work.queue() + "/job HTTP/1.1\r\nHost: reeve\r\n\r\n");
    }

    private static String head(int length) {
        return "\r\nHost: reeve\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }

    @Override
    public boolean greet(Outgoing out) {
        String settings = "{\"timeout\":\"%ds\",\"expires_after\":\"1ms\"}".formatted(Work.JOB_SECONDS);
        out.bytes(ascii("PUT /queue/" + work.queue() + " HTTP/1.1" + head(settings.length()) + settings));
        return true;
    }

    @Override
    public boolean greeted(Incoming in) {
        return reply.readHead(in, CREATED, NO_CONTENT) && in.skip(reply.length());
    }

    @Override
    public void add(Outgoing out) {
        work.payload(out.bytes(create), work.nextNumber());
        out.bytes(BODY_END);
    }

    @Override
    public void take(Outgoing out) {
        out.bytes(take);
    }

    @Override
    public void finish(Outgoing out) {
        out.bytes(complete).decimal(id).bytes(completeEnd);
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
