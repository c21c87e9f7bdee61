package dev.reeve.engine;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import java.util.List;

/** Entries as a journal has them, and an engine that is built from them. */
public final class Replay {
    private Replay() {}

    public static byte[] encode(Entry<?> entry) {
        ByteSink out = new ByteSink(64);
        EntryCodec.write(entry, out);
        return out.toByteArray();
    }

    public static Entry<?> decode(byte[] bytes) {
        return EntryCodec.read(new ByteSource(bytes, 0, bytes.length));
    }

    public static Engine of(List<byte[]> entries) {
        Engine engine = new Engine();
        for (byte[] entry : entries) {
            engine.apply(decode(entry), Effects.NONE);
        }
        return engine;
    }
}
