package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A log on a simulated disk, the changes of a random member, and the model. After a crash the log must be what it was
 * before or after the change that the crash came into.
 */
final class RaftRun {
    /** Small, so that a run fills many segments and reads entries back. */
    private static final int CACHE_BYTES = 2_000;

    final SimDisk disk;
    private final SplittableRandom random;
    private final long seed;
    final RaftModel.Failures failures = new RaftModel.Failures();
    private long nowNanos = 1;
    private long term = 1;
    private RaftModel before = RaftModel.EMPTY;
    private RaftModel after = RaftModel.EMPTY;

    RaftRun(long seed) {
        this.seed = seed;
        disk = new SimDisk(seed);
        random = new SplittableRandom(seed);
    }

    /** A change of both the log and the model. */
    private interface Change {
        void make(RaftLog log) throws IOException;
    }

    /** Opens the log and compares it. */
    RaftLog open() throws IOException {
        RaftLog log = new RaftLog(disk, SteppedJournal.SMALL, failures, CACHE_BYTES, () -> nowNanos);
        RaftModel found = RaftModel.of(log);
        if (!found.equals(after)) {
            assertThat(found).as("seed %s", seed).isEqualTo(before);
        }
        before = found;
        after = found;
        return log;
    }

    /** Makes random changes; an exception of the disk ends it. */
    void change(RaftLog log, int changes) throws IOException {
        for (int i = 0; i < changes; i++) {
            changeOnce(log);
            if (random.nextInt(3) == 0) {
                nowNanos += random.nextLong(2_000_000_000);
                log.journal.writing.takeTurn();
                log.journal.housekeeping.takeTurn();
            }
        }
    }

    private void changeOnce(RaftLog log) throws IOException {
        switch (random.nextInt(20)) {
            case 0 -> {
                long last = before.last()
                        - random.nextLong(1 + Math.min(10, before.entries().size()));
                term++;
                run(log, before.cutSuffix(last), changed -> changed.cutSuffix(last));
            }
            case 1, 2 -> {
                long first =
                        before.first() + random.nextLong(2 + before.entries().size());
                run(log, before.cutPrefix(first), changed -> changed.cutPrefix(first));
            }
            case 3 -> {
                long next = before.last() + 1 + random.nextLong(100);
                if (random.nextInt(4) == 0) {
                    run(log, before.reset(next), changed -> changed.reset(next));
                }
            }
            case 4, 5 -> {
                RaftVote vote = new RaftVote(++term, random.nextBoolean() ? "" : "member " + random.nextInt(3));
                run(log, before.voted(vote), changed -> changed.vote(vote));
            }
            default -> {
                List<RaftEntry> entries = entries();
                run(log, before.append(entries), changed -> changed.append(entries));
            }
        }
    }

    private List<RaftEntry> entries() {
        List<RaftEntry> entries = new ArrayList<>();
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            long index = before.last() + 1 + i;
            RaftEntry entry = RaftModel.entry(index, term, index + "/" + "x".repeat(random.nextInt(800)));
            RaftEntry.Type type = random.nextInt(20) == 0 ? RaftEntry.Type.MEMBERS : RaftEntry.Type.DATA;
            entries.add(
                    new RaftEntry(index, term, random.nextInt(20) == 0 ? RaftEntry.Type.EMPTY : type, entry.bytes()));
        }
        return entries;
    }

    private void run(RaftLog log, RaftModel expected, Change change) throws IOException {
        after = expected;
        change.make(log);
        before = expected;
        if (random.nextInt(20) == 0) {
            assertThat(RaftModel.of(log)).as("seed %s", seed).isEqualTo(expected);
        }
    }

    SplittableRandom random() {
        return random;
    }
}
