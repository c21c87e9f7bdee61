package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Replica;
import dev.reeve.engine.Engine;
import dev.reeve.node.StateChunks;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The state that a cluster begins with, if it is not empty. */
public final class FirstState {
    private FirstState() {}

    /** Writes the state after the entry at this position as the snapshot of a member, synced. */
    public static void write(Path folder, Engine engine, long position) throws IOException {
        Written written = new Written();
        SnapshotFolder.About about = new SnapshotFolder.About(position, Replica.outside(engine.atMicros()));
        StateChunks.writeAll(engine, new SnapshotFolder(folder, about, written, Runnable::run));
        if (!written.isSaved) {
            throw new IOException("cannot write " + folder, written.cause);
        }
    }

    private static final class Written implements Consensus.Saving {
        private boolean isSaved;
        private @Nullable Throwable cause;

        @Override
        public void saved() {
            isSaved = true;
        }

        @Override
        public void failed(Throwable why) {
            cause = why;
        }
    }
}
