package dev.reeve.journal.local;

/**
 * The newest term that a node knows, and whom it voted for in that term.
 *
 * @param candidate empty if it has not voted
 */
public record RaftVote(long term, String candidate) {
    public static final RaftVote NONE = new RaftVote(0, "");
}
