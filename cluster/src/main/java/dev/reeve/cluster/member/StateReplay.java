package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.MemberDuties;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.node.EngineRecovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the state of a member again from its snapshot and its log, while the member is stopped. One thread. */
public final class StateReplay {
    /** Commands of a member that there never is would be taken for those of this process. */
    private static final Member NOBODY = new Member("", 0, 0);

    private final Replica replica = new Replica(NOBODY, 0, Runnable::run, new Applied(), (to, frame) -> {}, new None());
    private final Set<Long> skipped;
    private final long maxLiveBytes;
    private Engine engine = new Engine();
    private long position;
    private @Nullable Throwable failure;

    /**
     * Begins with an empty state.
     *
     * @param folder of the member, which names entries to be skipped
     * @param maxLiveBytes live data beyond which the snapshot is not loaded
     */
    public StateReplay(Path folder, long maxLiveBytes) throws IOException {
        this.skipped = SkippedEntries.in(folder);
        this.maxLiveBytes = maxLiveBytes;
    }

    /** Takes the snapshot and the entries. */
    public Consensus.Listener listener() {
        return replica;
    }

    /** The highest number of a member of which anything was applied; 0 if there is none. */
    public int highestNumber() {
        return replica.unusedNumber() - 1;
    }

    /**
     * The state with all that was handed over. The callers of all members are gone: what was promised to them is settled.
     *
     * @throws IOException if something could not be applied
     */
    public Engine settled() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
        for (int member = 1; member <= highestNumber(); member++) {
            apply(member, new Entry<>(engine.atMicros(), 0, new DoubtLeases()));
        }
        apply(MemberDuties.ALONE, new Entry<>(engine.atMicros(), 0, new AbandonAll()));
        return engine;
    }

    /** The position of the last entry that the state contains. */
    public long position() {
        return position;
    }

    private <R> void apply(int member, Entry<R> entry) {
        engine.apply(entry, member, Effects.NONE, false);
        position++;
    }

    private final class Applied implements Replica.State {
        @Override
        public void apply(int member, long atMicros, long seed, byte[] command) {
            if (skipped.contains(position + 1)) {
                position++;
                return;
            }
            try {
                Entry<?> sent = EntryCodec.read(new ByteSource(command, 0, command.length));
                StateReplay.this.apply(member, stamped(sent, atMicros, seed));
            } catch (RuntimeException | Error e) {
                throw ReplicatedOrder.cannotApply(position + 1, e);
            }
        }

        private static <R> Entry<R> stamped(Entry<R> sent, long atMicros, long seed) {
            return new Entry<>(atMicros, seed, sent.command());
        }

        @Override
        public void save(Path folder, byte[] known, Consensus.Saving saving) {
            saving.failed(new IllegalStateException("nothing is saved during a replay"));
        }

        @Override
        public Replica.Loaded load(Path folder) throws IOException {
            EngineRecovery recovery = new EngineRecovery(maxLiveBytes);
            SnapshotFolder.About about = SnapshotFolder.read(folder, recovery::snapshot);
            return new Replica.Loaded() {
                @Override
                public byte[] replica() {
                    return about.replica();
                }

                @Override
                public void install() {
                    engine = recovery.engine();
                    position = about.position();
                }
            };
        }

        @Override
        public void failed(String message, Throwable cause) {
            failure = cause;
        }
    }

    /** A replay gives neither times nor seeds. */
    private static final class None implements Replica.Stamps {
        @Override
        public long nowMicros() {
            return 0;
        }

        @Override
        public long seed() {
            return 0;
        }
    }
}
