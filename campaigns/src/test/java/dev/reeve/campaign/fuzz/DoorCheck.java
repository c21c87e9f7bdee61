package dev.reeve.campaign.fuzz;

import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.net.InMemoryDoor;
import dev.reeve.testkit.Allocation;
import dev.reeve.testkit.ErrorLog;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.zip.CRC32;

/**
 * Checks that hold for any input to a door: it is answered or the connection is closed, independent of how the bytes are
 * split; no error is logged; the state is valid and is recovered from the journal and from a snapshot; the next client is
 * served.
 */
public final class DoorCheck {
    private static final long LONGEST_WAIT_MILLIS = 25L * 3600 * 1000;
    private static final int BYTE_BY_BYTE = 256;
    private static final long BESIDES_BYTES = 768 * 1024;
    private static final long BYTES_PER_BYTE = 8 * 1024;
    private static final ErrorLog LOG = new ErrorLog();

    private final InMemoryDoor.Maker maker;
    private final String question;
    private final String answer;
    private final Function<Engine, String> state;

    /**
     * Creates the check of a door.
     *
     * @param answer the reply to the question of a new client, independent of earlier input
     * @param state the part of the state that must not depend on how the bytes are split
     */
    public DoorCheck(InMemoryDoor.Maker maker, String question, String answer, Function<Engine, String> state) {
        this.maker = maker;
        this.state = state;
        this.question = question;
        this.answer = answer;
    }

    /** The replies to a client, and the resulting state. */
    private record Talk(String replies, String state) {}

    /** Sends the bytes at once and in pieces, and returns the replies. */
    public String check(byte[] input) throws Exception {
        Allocation.check(input, BESIDES_BYTES, BYTES_PER_BYTE, () -> replies(new InMemoryDoor(maker), input, false));
        Talk whole = talk(input, false);
        Talk pieces = talk(input, true);
        if (!whole.equals(pieces)) {
            throw new AssertionError("at once: " + whole + "\nin pieces: " + pieces);
        }
        return whole.replies;
    }

    private Talk talk(byte[] input, boolean inPieces) {
        InMemoryDoor door = new InMemoryDoor(maker);
        String replies = replies(door, input, inPieces);
        String hash = StateHash.of(door.engine());
        EngineInvariants.check(door.engine());
        requireSame(hash, StateHash.of(replayed(door)), "the journal");
        requireSame(hash, StateHash.of(StateHash.restore(StateHash.snapshot(door.engine()))), "a snapshot");
        String same = state.apply(door.engine());
        String answered = text(door.connect().send(bytes(question)).received());
        requireSame(answer, answered, "another client");
        return new Talk(replies, same);
    }

    private static String replies(InMemoryDoor door, byte[] input, boolean inPieces) {
        InMemoryDoor.Client client = door.connect();
        if (inPieces) {
            sendInPieces(client, input);
        } else {
            client.send(input);
        }
        client.endInput();
        // Several commands may wait, one after the other.
        for (int waits = input.length; waits >= 0 && !client.isClosed(); waits--) {
            door.advanceMillis(LONGEST_WAIT_MILLIS);
        }
        if (!client.isClosed()) {
            throw new AssertionError("the connection stays open, after " + text(client.received()));
        }
        LOG.requireNone();
        return text(client.received());
    }

    private static void sendInPieces(InMemoryDoor.Client client, byte[] input) {
        CRC32 seed = new CRC32();
        seed.update(input);
        SplittableRandom random = new SplittableRandom(seed.getValue());
        int at = 0;
        while (at < input.length) {
            int length = input.length <= BYTE_BY_BYTE ? 1 : random.nextInt(1, 64);
            int end = Math.min(input.length, at + length);
            client.send(Arrays.copyOfRange(input, at, end));
            at = end;
        }
    }

    private static Engine replayed(InMemoryDoor door) {
        Engine engine = new Engine();
        for (byte[] entry : door.entries()) {
            engine.apply(EntryCodec.read(new ByteSource(entry, 0, entry.length)), Effects.NONE);
        }
        return engine;
    }

    private static void requireSame(String expected, String actual, String where) {
        if (!actual.equals(expected)) {
            throw new AssertionError("expected " + expected + " from " + where + ", but got " + actual);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
