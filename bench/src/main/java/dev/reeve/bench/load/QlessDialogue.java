package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.QlessRequests;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * qless in the current calling convention: put, pop, complete through one script. The payload is a JSON string. A
 * lease has the server's default duration of 60 seconds, which is enough for the two replies that it takes. The id of a job may be
 * anywhere in the reply: a Lua table has no order.
 */
final class QlessDialogue implements Dialogue {
    private static final int ID_BYTES = 32;
    private static final int NOW_BYTES = 10;
    private static final String NOW = Gaps.NOW.repeat(NOW_BYTES);
    private static final String A_JOB = Gaps.ID.repeat(ID_BYTES);
    private static final byte[] ID = ascii("$32\r\n");
    private static final byte[] END = ascii("\r\n");
    private static final byte[] DOLLAR = ascii("$");
    private static final byte[] JOB = ascii("[{");
    private static final byte[] JOB_ID = ascii("\"jid\":\"");
    private static final byte[] COMPLETED = ascii("$8\r\ncomplete\r\n");

    private final Work work;
    private final String script;
    private final String sha;
    private final byte[][] put;
    private final byte[][] pop;
    private final byte[][] complete;
    private final byte[] id = new byte[ID_BYTES];

    QlessDialogue(Work work) {
        this(work, QlessRequests.SCRIPT);
    }

    /** The script as text with one character per byte. */
    QlessDialogue(Work work, String script) {
        this.work = work;
        this.script = script;
        this.sha = sha1(script);
        String data = '"' + work.payloadWithGap() + '"';
        String queue = work.queue();
        this.put = Gaps.split(call("put", NOW, "w", queue, A_JOB, "klass", data, "0"), Gaps.NOW, Gaps.ID, Gaps.NUMBER);
        this.pop = Gaps.split(call("pop", NOW, queue, "w", "1"), Gaps.NOW);
        this.complete = Gaps.split(call("complete", NOW, A_JOB, "w", queue, "{}"), Gaps.NOW, Gaps.ID);
    }

    private String call(String... words) {
        return QlessRequests.command(
                Stream.concat(Stream.of("EVALSHA", sha, "0"), Stream.of(words)).toArray(String[]::new));
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean greet(Outgoing out) {
        out.bytes(QlessRequests.command("SCRIPT", "LOAD", script).getBytes(ISO_8859_1));
        return true;
    }

    @Override
    public boolean greeted(Incoming in) {
        return in.expect(ascii("$40\r\n" + sha + "\r\n"));
    }

    @Override
    public void add(Outgoing out) {
        long job = work.nextNumber();
        now(out.bytes(put[0])).bytes(put[1]).hex(work.run(), 16).hex(job, 16);
        out.bytes(put[2]).hex(job, work.numberBytes()).bytes(put[3]);
    }

    @Override
    public void take(Outgoing out) {
        now(out.bytes(pop[0])).bytes(pop[1]);
    }

    @Override
    public void finish(Outgoing out) {
        now(out.bytes(complete[0])).bytes(complete[1]).bytes(id).bytes(complete[2]);
    }

    /** Appends the client's time in seconds; it has ten digits until the year 2286. */
    private static Outgoing now(Outgoing out) {
        return out.decimal(System.currentTimeMillis() / 1000);
    }

    @Override
    public boolean added(Incoming in) {
        return in.expect(ID) && in.skip(ID_BYTES) && in.expect(END);
    }

    @Override
    public boolean taken(Incoming in) {
        if (!in.expect(DOLLAR)) {
            return false;
        }
        int length = (int) in.decimal('\r');
        if (length < 0 || !in.skip(1) || !in.expect(JOB)) {
            return false;
        }
        int rest = length - JOB.length;
        if (!in.has(rest)) {
            return false;
        }
        int found = in.find(JOB_ID, 0, rest - ID_BYTES);
        if (found < 0) {
            throw in.unexpected();
        }
        int before = found + JOB_ID.length;
        return in.skip(before) && in.copy(id, ID_BYTES) && in.skip(rest - before - ID_BYTES) && in.expect(END);
    }

    @Override
    public boolean finished(Incoming in) {
        return in.expect(COMPLETED);
    }
}
