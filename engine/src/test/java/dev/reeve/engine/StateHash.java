package dev.reeve.engine;

import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.StateReader;
import dev.reeve.engine.format.StateWriter;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The whole state of an engine as bytes, the same for the same state, and a short name for it. */
public final class StateHash {
    private StateHash() {}

    public static String of(Engine engine) {
        return of(snapshot(engine));
    }

    public static String of(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A snapshot taken at one go: jobs by number, so that equal states have equal bytes. */
    public static byte[] snapshot(Engine engine) {
        StateWriter writer = engine.startSnapshot();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        boolean complete = false;
        while (!complete) {
            complete = writer.step(64 * 1024);
            all.writeBytes(writer.take());
        }
        return all.toByteArray();
    }

    public static Engine restore(byte[] snapshot) {
        StateReader reader = new StateReader();
        reader.chunk(new ByteSource(snapshot, 0, snapshot.length));
        return reader.engine();
    }
}
