package dev.reeve.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One node's view of a replicated log: a sequence of entries that all members agree on, whose order never changes and of
 * which nothing committed is lost while a majority keeps its disks. What the entries mean is not known here.
 *
 * <p>Methods may be called by any thread, do not block, and report by callback. Callbacks come on threads of the
 * implementation and must neither block nor throw.
 */
public interface Consensus extends AutoCloseable {
    /** Receives what the group agreed on: one call at a time, in order. */
    interface Listener {
        /**
         * The next committed entry. Indexes grow from entry to entry, but not by 1: some are used by the group itself.
         * After a restart entries come again that follow the newest snapshot.
         */
        void committed(long index, long term, byte[] bytes);

        /**
         * This node leads from now on, and may propose in this term. All entries of earlier terms that ever commit were
         * handed over before. If leadership ended because it was to be handed over, and nobody took over, it begins again in
         * the same term.
         */
        void leadershipStarted(long term);

        /** This node leads no longer. What it proposed and was not committed yet may still commit, or not. */
        void leadershipEnded(long term);

        /**
         * Another member has acknowledged all entries of this leader, up to this index. If it was committed before, by others, {@link
         * Consensus#announce} has told that member nothing of its last entry.
         */
        default void acknowledged(long index) {}

        /**
         * Writes the state after all entries handed over so far into files of the folder, synced. It may go on after this
         * call has returned, while further entries come; then it calls one of the methods of {@code saving}.
         */
        void save(Path folder, Saving saving);

        /**
         * Replaces the state by that of a snapshot, which includes all entries up to this index. A node that leads gets all
         * entries of its term by themselves.
         */
        void load(Path folder, long index) throws IOException;

        /** This node takes part no longer, and the process has to end: its disk failed, or the implementation has a bug. */
        void failed(String message, Throwable cause);
    }

    /** The end of {@link Listener#save}. */
    interface Saving {
        void saved();

        void failed(Throwable cause);
    }

    /** The end of a request: null if it was done, otherwise why not. */
    interface Done {
        void done(@Nullable String problem);
    }

    /** The answer to {@link #readIndex}. */
    interface Reading {
        void read(long index);

        void failed(String problem);
    }

    /**
     * Proposes an entry. If it commits, it is handed over on every node. The batch must not be changed.
     *
     * <p>A batch that was refused may be proposed again in the same term without danger of committing twice: either it was not
     * taken, or leadership has ended, and then this term is over for this node.
     *
     * @param term the term of {@link Listener#leadershipStarted}; in any other the entry is refused and never commits
     * @param refused called with the reason if the entry was not taken, or if leadership ended before it was committed, of
     *     which the listener may hear later; in the second case only the log can tell whether it commits
     */
    void propose(long term, byte[] batch, Consumer<String> refused);

    /**
     * Asks how far one has to have applied to see everything that was committed before this call. It is answered when the
     * leader has made sure that it still leads, and everything up to that index was handed over here.
     */
    void readIndex(Reading reading);

    /**
     * Tells the other members now how far the log is committed, as far as they have acknowledged it. Otherwise they hear of it with the next entry,
     * or after a while. Only the leader can; without an effect on others.
     */
    void announce();

    /** Takes a snapshot of this node's state, after which the log before it may be given up. */
    void snapshot(Done done);

    /** Tells the size of the state, so that room is kept for its next snapshot. */
    void stateBytes(long bytes);

    /** Hands leadership over to a member. Only the leader can; done as soon as it has begun. */
    void transfer(Member to, Done done);

    /** Adds a voting member, once it has caught up. Only the leader can. */
    void add(Member member, Done done);

    /** Removes a member. Only the leader can. */
    void remove(Member member, Done done);

    /** The voting members, as far as this node knows. */
    List<Member> members();

    /** The leader, as far as this node knows. */
    @Nullable
    Member leader();

    /** The last index that this node knows to be committed. */
    long committed();

    /** Stops taking part. Blocks. */
    @Override
    void close();
}
