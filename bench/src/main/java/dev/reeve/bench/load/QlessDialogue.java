package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * qless in the current calling convention: put, pop, complete through one script. The payload is a JSON string. A
 * lease has the server's default duration of 60 seconds, which is enough for the two replies that it takes.
 */
final class QlessDialogue implements Dialogue {
    private static final String SCRIPT = "-- QlessAPI";
    private static final int ID_BYTES = 32;
    private static final int QUOTES = 2;
    private static final byte[] NOW = ascii("$10\r\n");
    private static final byte[] CLASS = RespReply.words("klass");
    private static final byte[] NO_DELAY = RespReply.words("0");
    private static final byte[] ID = ascii("$32\r\n");
    private static final byte[] END = ascii("\r\n");
    private static final byte[] QUOTE = ascii("\"");
    private static final byte[] DOLLAR = ascii("$");
    private static final byte[] JOB = ascii("[{\"jid\":\"");
    private static final byte[] COMPLETED = ascii("$8\r\ncomplete\r\n");

    private final Work work;
    private final byte[] put;
    private final byte[] putQueue;
    private final byte[] pop;
    private final byte[] popEnd;
    private final byte[] complete;
    private final byte[] completeEnd;
    private final byte[] id = new byte[ID_BYTES];

    QlessDialogue(Work work) {
        this.work = work;
        String sha = sha1(SCRIPT);
        this.put = RespReply.command(7, "EVALSHA", sha, "0", "put");
        this.putQueue = RespReply.words("w", work.queue());
        this.pop = RespReply.command(4, "EVALSHA", sha, "0", "pop");
        this.popEnd = RespReply.words(work.queue(), "w", "1");
        this.complete = RespReply.command(5, "EVALSHA", sha, "0", "complete");
        this.completeEnd = RespReply.words("w", work.queue(), "{}");
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(ascii(text)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean greet(Outgoing out) {
        out.bytes(RespReply.command(0, "SCRIPT", "LOAD", SCRIPT));
        return true;
    }

    @Override
    public boolean greeted(Incoming in) {
        return in.expect(ascii("$40\r\n" + sha1(SCRIPT) + "\r\n"));
    }

    @Override
    public void add(Outgoing out) {
        long job = work.nextNumber();
        now(out.bytes(put)).bytes(putQueue);
        out.bytes(ID).hex(work.run(), 16).hex(job, 16).bytes(END).bytes(CLASS);
        out.bytes(DOLLAR).decimal(work.payloadBytes() + QUOTES).bytes(END).bytes(QUOTE);
        work.payload(out, job);
        out.bytes(QUOTE).bytes(END).bytes(NO_DELAY);
    }

    @Override
    public void take(Outgoing out) {
        now(out.bytes(pop)).bytes(popEnd);
    }

    @Override
    public void finish(Outgoing out) {
        now(out.bytes(complete)).bytes(ID).bytes(id).bytes(END).bytes(completeEnd);
    }

    /** Appends the client's time in seconds; it has ten digits until the year 2286. */
    private static Outgoing now(Outgoing out) {
        return out.bytes(NOW).decimal(System.currentTimeMillis() / 1000).bytes(END);
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
        return length >= 0
                && in.skip(1)
                && in.expect(JOB)
                && in.copy(id, ID_BYTES)
                && in.skip(length - JOB.length - ID_BYTES)
                && in.expect(END);
    }

    @Override
    public boolean finished(Incoming in) {
        return in.expect(COMPLETED);
    }
}
