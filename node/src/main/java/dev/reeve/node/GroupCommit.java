package dev.reeve.node;

import dev.reeve.journal.Storage;
import dev.reeve.journal.WriteAdmission;
import java.util.function.LongSupplier;

/**
 * Decides when the open batch is flushed to the journal: immediately, or after a short wait. A client that was just
 * answered is likely to send its next command within microseconds. If the batch left without that command, the command
 * would wait for a whole sync before its own sync starts, and half of the clients would always wait for the other half.
 *
 * <p>A batch waits until nearly as many commands have arrived as were just answered, but at most as long as the last batch took to become
 * durable: those who come in this time would otherwise wait for a sync and take part in the next one, which takes as long. After that it waits
 * while every poll of the loop, which does not block, brings commands, at most as long again: then the loop is busy. If a wait ends without
 * enough commands, the next batches are flushed without a wait. So clients that pause between commands are not slowed down.
 *
 * <p>Where a batch is answered as soon as it is flushed, there is no sync to wait for. A batch of several commands then waits
 * until the loop has polled once more, without blocking: other clients have sent commands while these were executed, and the
 * same write, and the same waking of a client's thread, serve them too. After polls that found nothing the next batches are
 * flushed without one.
 */
final class GroupCommit {
    private static final long MAX_WAIT_MICROS = 5_000;
    private static final int MAX_SKIP_COUNT = 255;
    /** The fewest commands of a batch that is worth another poll. */
    private static final int FEWEST_TO_POLL = 4;

    private final Loop loop;
    private final Clock clock;
    private final Storage journal;
    private final LongSupplier liveBytes;
    private final JournalCapacity capacity;
    private final Runnable scheduleEndOfTurn;

    private long flushedPosition;
    private long previousFlushedPosition;
    private long flushedAtMicros;
    private boolean flushPending;
    private long wantedPosition;
    private long deadlineMicros;
    private long latestMicros;
    private long gatheredPosition;
    private boolean pollsForMore;
    private boolean waiting;
    private int batchesToSkip;
    private int nextSkipCount;
    private boolean timerSet;
    private boolean answeredAtFlush;
    private boolean awaitsPoll;
    private boolean polledInVain;
    private long positionBeforePoll;
    private int pollsToSkip;
    private int nextPollSkipCount;
    private long mayReply;
    private boolean snapshotDue;

    GroupCommit(
            Loop loop,
            Clock clock,
            Storage journal,
            LongSupplier liveBytes,
            JournalCapacity capacity,
            Runnable scheduleEndOfTurn) {
        this.loop = loop;
        this.clock = clock;
        this.journal = journal;
        this.liveBytes = liveBytes;
        this.capacity = capacity;
        this.scheduleEndOfTurn = scheduleEndOfTurn;
        this.flushedPosition = journal.lastAppended();
        this.previousFlushedPosition = flushedPosition;
        this.mayReply = journal.mayReply();
    }

    /**
     * Flushes the open batch if its wait is over.
     *
     * @param appended the last appended position
     */
    void flush(long appended) {
        if (mayReply < flushedPosition) {
            exchange(true);
        } else if (isDue(appended)) {
            exchange(true);
            // If no sync is awaited, there is nothing to wait for.
            flushPending = mayReply < appended;
            answeredAtFlush = !flushPending;
        } else if (!capacity.isAmple()) {
            // A snapshot may become due without a write.
            exchange(false);
        }
    }

    /** The journal has news. */
    void refresh() {
        exchange(false);
    }

    /** Tells the journal the size of the live data, flushes the open batch if asked to, and reads all that may be new. */
    private void exchange(boolean flush) {
        journal.liveBytes(liveBytes.getAsLong());
        if (flush) {
            journal.flush();
        }
        mayReply = journal.mayReply();
        snapshotDue = journal.snapshotDue();
        capacity.update(journal.unsyncedBytes(), journal.room() == WriteAdmission.AMPLE);
    }

    /** Entries up to here may be answered, as far as the journal has reported. */
    long mayReply() {
        return mayReply;
    }

    /** Whether the journal wants a snapshot. It is not asked again before it has news. */
    boolean takeSnapshotDue() {
        boolean due = snapshotDue;
        snapshotDue = false;
        return due;
    }

    /** Whether the open batch has entries and need not wait any longer. */
    private boolean isDue(long appended) {
        long now = clock.nowMicros();
        if (flushPending) {
            onDurable(appended, now);
        }
        if (appended <= flushedPosition || (answeredAtFlush && waitsForPoll(appended))) {
            return false;
        }
        if (waiting && appended < wantedPosition && waitsForMore(appended, now)) {
            return false;
        }
        if (waiting) {
            nextSkipCount = appended >= wantedPosition ? 0 : Math.min(MAX_SKIP_COUNT, 2 * nextSkipCount + 1);
            batchesToSkip = nextSkipCount;
        }
        waiting = false;
        previousFlushedPosition = flushedPosition;
        flushedPosition = appended;
        flushedAtMicros = now;
        return true;
    }

    private boolean waitsForMore(long appended, long now) {
        if (pollsForMore) {
            return true;
        }
        if (now < deadlineMicros) {
            setTimer(deadlineMicros - now);
        } else if (appended > gatheredPosition && now < latestMicros) {
            pollsForMore = true;
            loop.nextTurn(this::gathered);
        } else {
            return false;
        }
        gatheredPosition = appended;
        return true;
    }

    private void gathered() {
        pollsForMore = false;
        scheduleEndOfTurn.run();
    }

    /** Whether the batch waits for the next poll, or for the commands of that poll. */
    private boolean waitsForPoll(long appended) {
        if (awaitsPoll && appended > positionBeforePoll) {
            awaitsPoll = false;
            nextPollSkipCount = 0;
            return false;
        }
        boolean waits = awaitsPoll;
        if (!waits && !polledInVain && appended - flushedPosition >= FEWEST_TO_POLL) {
            waits = pollsToSkip == 0;
            pollsToSkip = Math.max(0, pollsToSkip - 1);
            if (waits) {
                awaitsPoll = true;
                positionBeforePoll = appended;
                loop.nextTurn(this::polled);
            }
        }
        polledInVain = false;
        return waits;
    }

    private void polled() {
        if (awaitsPoll) {
            awaitsPoll = false;
            polledInVain = true;
            nextPollSkipCount = Math.min(MAX_SKIP_COUNT, 2 * nextPollSkipCount + 1);
            pollsToSkip = nextPollSkipCount;
            scheduleEndOfTurn.run();
        }
    }

    /** The last batch is durable, and its clients are being answered: starts the wait of the next batch. */
    private void onDurable(long appended, long now) {
        flushPending = false;
        long answered = flushedPosition - previousFlushedPosition;
        wantedPosition = appended + answered - answered / 8;
        waiting = batchesToSkip == 0;
        batchesToSkip = Math.max(0, batchesToSkip - 1);
        long tookMicros = now - flushedAtMicros;
        deadlineMicros = now + Math.min(MAX_WAIT_MICROS, tookMicros);
        latestMicros = now + Math.min(MAX_WAIT_MICROS, 2 * tookMicros);
        gatheredPosition = appended;
    }

    /** Entries from this position on were discarded. */
    void discardFrom(long position) {
        flushedPosition = Math.min(flushedPosition, position - 1);
        previousFlushedPosition = Math.min(previousFlushedPosition, position - 1);
        flushPending = false;
        waiting = false;
        answeredAtFlush = false;
        awaitsPoll = false;
    }

    private void setTimer(long delayMicros) {
        if (!timerSet) {
            timerSet = true;
            loop.schedule(
                    () -> {
                        timerSet = false;
                        scheduleEndOfTurn.run();
                    },
                    delayMicros);
        }
    }
}
