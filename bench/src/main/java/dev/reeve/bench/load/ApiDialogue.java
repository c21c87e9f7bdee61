package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.ApiRequests;
import dev.reeve.testkit.HttpDoorRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The server's own HTTP interface: jobs are added, acquired and completed, one or many in each request. Completed jobs are not
 * kept. Jobs that are only added expire.
 */
final class ApiDialogue implements Dialogue {
    private static final int CREATED = 201;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final byte[] COMMA = ascii(",");
    private static final byte[] LIST_BEGIN = ascii("{\"jobs\":[");
    private static final byte[] LIST_END = ascii("]}");
    private static final byte[] ADDED = ascii("\"created\":true");
    private static final byte[] COMPLETED = ascii("\"state\":\"completed\"");
    private static final byte[] JOB = ascii("{\"id\":\"");
    private static final byte[] TOKEN = ascii("\"lease_token\":\"");
    private static final byte[] ITEM = ascii("\",\"lease_token\":\"");
    private static final byte[] ITEM_END = ascii("\",\"complete\":{}}");
    private static final byte[] REPORT = ascii("{\"lease_token\":\"");
    private static final byte[] REPORT_END = ascii("\"}");
    private static final byte[] BODY = ascii("\r\n\r\n");
    private static final byte[] FINISH_MANY = head("/v1/bulk/finish");
    private static final byte[][] COMPLETE =
            Gaps.split(new String(head("/v1/jobs/" + Gaps.ID + "/complete"), ISO_8859_1), Gaps.ID);

    /** A job that this connection holds. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Held(byte[] id, byte[] token) {}

    private final Work work;
    private final int batch;
    private final HttpReply reply = new HttpReply();
    private final byte[] addHead;
    private final byte[][] job;
    private final byte[] acquire;
    private final List<Held> held = new ArrayList<>();

    /** @param batch how many jobs a request has */
    ApiDialogue(Work work, int batch) {
        this.work = work;
        this.batch = batch;
        String one = "{\"queue\":\"%s\",\"payload\":\"%s\"}".formatted(work.queue(), work.payloadWithGap());
        HttpDoorRequest add = batch == 1
                ? ApiRequests.add(one)
                : ApiRequests.addAll(String.join(",", Collections.nCopies(batch, one)));
        String encoded = new String(add.encode(), ISO_8859_1);
        this.addHead = encoded.substring(0, encoded.indexOf(one)).getBytes(ISO_8859_1);
        this.job = Gaps.split(one, Gaps.NUMBER);
        this.acquire = HttpDoorRequest.of(
                        "POST",
                        "/v1/acquire",
                        "{\"queues\":[\"%s\"],\"count\":%d,\"wait\":\"30s\"}".formatted(work.queue(), batch))
                .encode();
    }

    /** The head of a POST up to the length of its body. */
    private static byte[] head(String path) {
        return ascii(
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ");
    }

    @Override
    public boolean greet(Outgoing out) {
        String settings =
                "{\"lease\":\"%1$ds\",\"ttl\":\"%1$ds\",\"keep\":{\"completed\":\"0s\"}}".formatted(Work.JOB_SECONDS);
        out.bytes(HttpDoorRequest.of("PUT", "/v1/queues/" + work.queue(), settings)
                .encode());
        return true;
    }

    @Override
    public boolean greeted(Incoming in) {
        return reply.readHead(in, CREATED, OK) && in.skip(reply.length());
    }

    @Override
    public void add(Outgoing out) {
        out.bytes(addHead);
        for (int i = 0; i < batch; i++) {
            if (i > 0) {
                out.bytes(COMMA);
            }
            out.bytes(job[0]).hex(work.nextNumber(), work.numberBytes()).bytes(job[1]);
        }
        if (batch > 1) {
            out.bytes(LIST_END);
        }
    }

    @Override
    public boolean added(Incoming in) {
        return reply.readHead(in, batch == 1 ? CREATED : OK) && in.has(reply.length()) && accept(in, ADDED);
    }

    /** Whether the body says this of every job. */
    private boolean accept(Incoming in, byte[] outcome) {
        int count = 0;
        int at = in.find(outcome, 0, reply.length());
        while (at >= 0) {
            count++;
            at = in.find(outcome, at + outcome.length, reply.length());
        }
        if (count != batch) {
            throw in.unexpected();
        }
        return in.skip(reply.length());
    }

    @Override
    public void take(Outgoing out) {
        out.bytes(acquire);
    }

    @Override
    public boolean taken(Incoming in) {
        if (!reply.readHead(in, OK) || !in.has(reply.length())) {
            return false;
        }
        held.clear();
        int id = in.find(JOB, 0, reply.length());
        while (id >= 0) {
            int token = in.find(TOKEN, id, reply.length());
            held.add(new Held(in.text(id + JOB.length, '"'), in.text(token + TOKEN.length, '"')));
            id = in.find(JOB, token, reply.length());
        }
        if (held.size() != batch) {
            throw in.unexpected();
        }
        return in.skip(reply.length());
    }

    @Override
    public void finish(Outgoing out) {
        if (batch == 1) {
            Held one = held.get(0);
            int length = REPORT.length + one.token.length + REPORT_END.length;
            out.bytes(COMPLETE[0])
                    .bytes(one.id)
                    .bytes(COMPLETE[1])
                    .decimal(length)
                    .bytes(BODY);
            out.bytes(REPORT).bytes(one.token).bytes(REPORT_END);
            return;
        }
        int length = LIST_BEGIN.length + held.size() - 1 + LIST_END.length;
        for (Held one : held) {
            length += JOB.length + one.id.length + ITEM.length + one.token.length + ITEM_END.length;
        }
        out.bytes(FINISH_MANY).decimal(length).bytes(BODY).bytes(LIST_BEGIN);
        for (int i = 0; i < held.size(); i++) {
            if (i > 0) {
                out.bytes(COMMA);
            }
            Held one = held.get(i);
            out.bytes(JOB).bytes(one.id).bytes(ITEM).bytes(one.token).bytes(ITEM_END);
        }
        out.bytes(LIST_END);
    }

    @Override
    public boolean finished(Incoming in) {
        if (batch == 1) {
            return reply.readHead(in, NO_CONTENT) && in.skip(reply.length());
        }
        return reply.readHead(in, OK) && in.has(reply.length()) && accept(in, COMPLETED);
    }
}
