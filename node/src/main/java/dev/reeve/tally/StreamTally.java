package dev.reeve.tally;

/**
 * Counters of the streams of events. The HTTP loop is their writer.
 *
 * @param open the streams that are open
 * @param refused the streams that were refused because there were too many
 * @param cut the streams that were closed because their clients did not read
 * @param messages the messages sent, over all streams
 */
public record StreamTally(Counter open, Counter refused, Counter cut, Counter messages) {
    public StreamTally() {
        this(new Counter(), new Counter(), new Counter(), new Counter());
    }
}
