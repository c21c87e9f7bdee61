package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.local.Disk;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The group of a member, which is joined once. */
public interface Group {
    /**
     * A group that was joined.
     *
     * @param copies where copies of the state are written for those who want one; null if there is no such place
     */
    record Joined(
            Consensus consensus,
            JournalStatus log,
            @Nullable Disk copies) {}

    /** The answer of a node that was offered a place. One of the methods is called, once, on any thread. */
    interface Admitting {
        /** It has taken this place, which may be one that it had before. */
        void admitted(Member taken);

        void refused(String why);
    }

    /**
     * Makes the connections to the other members.
     *
     * @param received takes the frames of others, and says whether it knows them
     * @param broken is told the member to which frames may be lost
     */
    Replica.Links link(Predicate<byte[]> received, Consumer<Member> broken);

    Joined join(Consensus.Listener listener) throws IOException;

    /** The name of a member, if it is known without having heard of it. */
    @Nullable
    String name(Member member);

    /** Keeps the name of a member, for {@link #name}. */
    void named(Member member, String name);

    /** The version of the program. */
    String version();

    /** The newest version of the engine that this node has. */
    int engineVersion();

    /** Notes in the data folder that this node must not take part any more. */
    void exclude(String why) throws IOException;

    /** The positions of entries that this node does not apply, see {@link SkippedEntries}. */
    default Set<Long> skipped() throws IOException {
        return Set.of();
    }

    /**
     * Asks the nodes at the addresses of the members whether they still are that.
     *
     * @param replaced is told, on any thread, if most of them belong to another cluster now
     */
    default void askWhetherReplaced(Runnable replaced) {}

    /** Offers a node that belongs to no cluster a place in this one. */
    void admit(String name, Member place, Admitting done);
}
