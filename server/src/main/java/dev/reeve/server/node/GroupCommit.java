package dev.reeve.server.node;

import dev.reeve.server.journal.Journal;

/**
 * When the open batch goes to the journal: at once, or a moment later. Whoever was just answered is likely to send the
 * next command within microseconds. If the batch left without that command, it would have to wait for one sync before
 * its own even begins, and half of the clients would always wait for the other half.
 *
 * <p>So a batch waits until nearly as many commands have come as were just answered, but at most half as long as the last
 * batch took to become durable. Where that was in vain, the next batches do not wait: clients that think before they
 * send, or are too many to be served in that time, are not slowed down for nothing.
 */
final class GroupCommit {
    private static final long LONGEST_MICROS = 5_000;
    private static final int MOST_AT_ONCE = 255;

    private final Loop loop;
    private final Clock clock;
    private final Journal journal;
    private final EndOfTurn endOfTurn;

    private long handed;
    private long handedBefore;
    private long handedAtMicros;
    private boolean onItsWay;
    private long wanted;
    private long waitsUntilMicros;
    private boolean waits;
    private int atOnce;
    private int atOnceAfterFailure;
    private boolean alarmSet;

    GroupCommit(Loop loop, Clock clock, Journal journal, EndOfTurn endOfTurn) {
        this.loop = loop;
        this.clock = clock;
        this.journal = journal;
        this.endOfTurn = endOfTurn;
        this.handed = journal.lastAppended();
        this.handedBefore = handed;
    }

    /** Hands the open batch over, if it is time. */
    void flush() {
        if (journal.mayReply() < handed) {
            journal.flush();
            return;
        }
        long appended = journal.lastAppended();
        long now = clock.nowMicros();
        if (onItsWay) {
            begin(appended, now);
        }
        if (appended <= handed) {
            return;
        }
        if (waits && appended < wanted && now < waitsUntilMicros) {
            setAlarm(waitsUntilMicros - now);
        } else {
            handOver(appended, now);
        }
    }

    /** The last batch is durable, and those who sent it are being answered. */
    private void begin(long appended, long now) {
        onItsWay = false;
        long answered = handed - handedBefore;
        wanted = appended + answered - answered / 8;
        waits = atOnce == 0;
        atOnce = Math.max(0, atOnce - 1);
        waitsUntilMicros = now + Math.min(LONGEST_MICROS, (now - handedAtMicros) / 2);
    }

    private void handOver(long appended, long now) {
        if (waits) {
            atOnceAfterFailure = appended >= wanted ? 0 : Math.min(MOST_AT_ONCE, 2 * atOnceAfterFailure + 1);
            atOnce = atOnceAfterFailure;
        }
        waits = false;
        handedBefore = handed;
        handed = appended;
        handedAtMicros = now;
        journal.flush();
        // Where no sync has to be waited for there is nothing to gather for.
        onItsWay = journal.mayReply() < appended;
    }

    private void setAlarm(long delayMicros) {
        if (!alarmSet) {
            alarmSet = true;
            loop.schedule(
                    () -> {
                        alarmSet = false;
                        endOfTurn.soon();
                    },
                    delayMicros);
        }
    }
}
