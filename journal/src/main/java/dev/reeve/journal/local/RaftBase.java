package dev.reeve.journal.local;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The state of a replicated log without its entries, which is its snapshot in the journal.
 *
 * @param first the index of the first entry that is kept, or of the next one if none is
 */
record RaftBase(long first, RaftVote vote) {
    private static final int VERSION = 1;
    private static final int MOST_BYTES = 1 << 16;

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(VERSION);
            out.writeLong(first);
            out.writeLong(vote.term());
            out.writeUTF(vote.candidate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static RaftBase read(InputStream stream) throws IOException {
        byte[] bytes = stream.readNBytes(MOST_BYTES);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int version = in.readInt();
        if (version != VERSION) {
            throw new IOException("the replicated log has the unknown format " + version);
        }
        return new RaftBase(in.readLong(), new RaftVote(in.readLong(), in.readUTF()));
    }
}
