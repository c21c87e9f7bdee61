package dev.reeve.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** The queue and the job payloads of one run. Payloads differ only in the number they start with. */
final class Work {
    /**
     * The lease and the life of a job. A job takes three replies, and the load generator waits 30 seconds for one, so no
     * job lapses or expires in a run that goes on, however slow the machine is.
     */
    static final int JOB_SECONDS = 120;

    /** The length of the number in a payload; a shorter payload has no number. */
    static final int NUMBER_BYTES = 16;

    private final String queue;
    private final int payloadBytes;
    private final byte[] filler;
    private final long run = ThreadLocalRandom.current().nextLong();
    private long next;

    Work(String queue, int payloadBytes) {
        this.queue = queue;
        this.payloadBytes = payloadBytes;
        this.filler = new byte[payloadBytes - numberBytes()];
        Arrays.fill(filler, (byte) 'x');
    }

    String queue() {
        return queue;
    }

    int payloadBytes() {
        return payloadBytes;
    }

    /** The length of the part of a payload that differs between jobs. */
    int numberBytes() {
        return payloadBytes < NUMBER_BYTES ? 0 : NUMBER_BYTES;
    }

    /** A random number that identifies this run. */
    long run() {
        return run;
    }

    /** The next unused number of this run. */
    long nextNumber() {
        return ++next;
    }

    /** A payload with a gap for its number. */
    String payloadWithGap() {
        return Gaps.NUMBER.repeat(numberBytes()) + "x".repeat(filler.length);
    }

    void payload(Outgoing out, long number) {
        out.hex(number, numberBytes()).bytes(filler);
    }

    /** Decodes a payload, and its number into {@code number}. */
    boolean readPayload(Incoming in, byte[] number) {
        return in.copy(number, numberBytes()) && in.expect(filler);
    }

    static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
