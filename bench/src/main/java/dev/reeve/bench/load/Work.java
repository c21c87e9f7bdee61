package dev.reeve.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** What the connections of one run work on: a queue, and jobs whose payloads are alike but for the number they start with. */
final class Work {
    /** How many bytes of a payload its number takes; a shorter payload has none. */
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

    /** How many bytes at the beginning of a payload differ from job to job. */
    int numberBytes() {
        return payloadBytes < NUMBER_BYTES ? 0 : NUMBER_BYTES;
    }

    /** What all payloads end with. */
    byte[] filler() {
        return filler;
    }

    /** A number that no other run is likely to use. */
    long run() {
        return run;
    }

    /** A number that this run has not used yet. */
    long nextNumber() {
        return ++next;
    }

    void payload(Outgoing out, long number) {
        out.hex(number, numberBytes()).bytes(filler);
    }

    /** Reads a payload, and its number into {@code number}. */
    boolean readPayload(Incoming in, byte[] number) {
        return in.copy(number, numberBytes()) && in.expect(filler);
    }

    static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
