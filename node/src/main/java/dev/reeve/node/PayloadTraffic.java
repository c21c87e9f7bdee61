package dev.reeve.node;

import dev.reeve.engine.PayloadMoves;
import dev.reeve.engine.PayloadMoves.Cold;
import dev.reeve.engine.PayloadMoves.ColdColumns;
import dev.reeve.engine.PayloadMoves.Stored;
import dev.reeve.engine.StoredPayloads;
import dev.reeve.engine.job.ColumnsPlace;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.PayloadPlace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves payloads between memory and disk. Payloads leave when the live data takes more of the heap than it may; those at the head of queues come
 * back before they are leased ({@link ReadAhead}), and those that a reply shows are read for that reply only. Loop only.
 *
 * <p>Invariant: a place is released after all reads that were asked for before nobody referred to it any more.
 */
final class PayloadTraffic {
    private static final long WRITE_BYTES = 1 << 20;
    /**
     * So many jobs are moved in a turn of the loop, a whole block, unless clients add or lease more. That takes about as long as a sync, in which
     * the loop has little else to do.
     */
    private static final int MOVED_PER_TURN = PayloadBlock.SLOTS;

    /** So many columns have about as many bytes as the payloads that are written at once. */
    static final int COLUMNS_PER_WRITE = 512;

    /** What a call that waits for columns takes. */
    static final long WAITING_BYTES = 1024;

    private static final long PAUSE_MICROS = 100_000;
    private static final long PAUSE_AFTER_FAILURE_MICROS = 1_000_000;
    /** So much has to become free before it is worth looking for a file with little in use. */
    private static final long RECLAIM_BYTES = 4 << 20;

    private final LiveEngine live;
    private final PayloadFiles files;
    private final JournalCapacity capacity;
    private final PayloadLimits limits;
    private final ReadAhead ahead;
    private final ArrayDeque<Release> releases = new ArrayDeque<>();
    private long readsAsked;
    private long readsDone;
    private long releasedBytes;
    /** Whether a payload has been on disk since the start: until then nothing is asked of the engine for it. */
    private boolean anyLeft;

    private int waiting;
    /** How many reads go on in the next turn. Meanwhile nothing is written: the columns that have come with them would leave again. */
    private int returning;

    private boolean writing;
    /** Whether it is the turn of columns to be written. */
    private boolean columnsNext;
    /** Whether more columns could leave than were written. */
    private boolean moreColumns;
    /** Whether the columns of a file are being given up. */
    private boolean sweeping;

    private boolean pausing;
    /** The live data in memory that ends a pause. */
    private long wakeBytes;

    private record Release(long afterRead, List<PayloadPlace> places) {}

    PayloadTraffic(LiveEngine live, PayloadFiles files, JournalCapacity capacity, PayloadLimits limits) {
        this.live = live;
        this.files = files;
        this.capacity = capacity;
        this.limits = limits;
        this.ahead = new ReadAhead(this, live, limits);
        this.anyLeft = live.engine().payloads().any();
        live.engine().payloads().blocks().source(place -> files.readNow(place(place)));
    }

    /** Whether payloads may be on disk. */
    boolean mayBeOut() {
        return anyLeft;
    }

    ReadAhead ahead() {
        return ahead;
    }

    private PayloadMoves moves() {
        return live.engine().payloadMoves();
    }

    /** Reads what was shown, then runs the task. The bytes count until they are {@linkplain #letGo let go}. */
    void read(List<ShownPayload> shown, Runnable then) {
        hold(shown);
        List<PayloadPlace> places =
                shown.stream().map(one -> place(one.stored())).toList();
        read(places, payloads -> {
            for (int i = 0; i < shown.size(); i++) {
                shown.get(i).bytes(payloads.get(i));
            }
            then.run();
        });
    }

    /** These have been read, and are needed for longer. */
    void hold(List<ShownPayload> shown) {
        capacity.hold(bytes(shown));
    }

    /** Nobody waits for these any more. */
    void letGo(List<ShownPayload> shown) {
        capacity.letGo(bytes(shown));
    }

    private static long bytes(List<ShownPayload> shown) {
        return shown.stream()
                .mapToLong(one -> HeapBytes.array(one.stored().length()))
                .sum();
    }

    /** As {@link #bringColumns}, for a call that waits for them, and counts with so many bytes meanwhile. */
    void await(Collection<JobBlock> blocks, long bytes, Runnable then) {
        waiting++;
        capacity.hold(bytes);
        bringColumns(blocks, () -> {
            waiting--;
            capacity.letGo(bytes);
            then.run();
        });
    }

    /** Whether a call waits for columns. */
    boolean isAwaited() {
        return waiting > 0;
    }

    /** Brings columns back into memory, then runs the task. They stay until they have to leave again. */
    void bringColumns(Collection<JobBlock> blocks, Runnable then) {
        List<JobBlock> absent =
                blocks.stream().filter(block -> !block.hasColumns()).distinct().toList();
        List<ColumnsPlace> from = absent.stream().map(JobBlock::placeOfColumns).toList();
        read(from.stream().map(PayloadTraffic::place).toList(), columns -> {
            for (int i = 0; i < absent.size(); i++) {
                moves().returned(absent.get(i), from.get(i), columns.get(i));
            }
            live.payloadsMoved();
            then.run();
        });
    }

    /** Brings payloads back into memory, with the columns of their jobs, then runs the task. */
    void bringBack(List<Stored> wanted, Collection<JobBlock> blocks, Runnable then) {
        List<PayloadPlace> places =
                wanted.stream().map(one -> place(one.payload())).toList();
        if (!blocks.isEmpty()) {
            bringColumns(blocks, () -> {});
        }
        read(places, payloads -> returned(wanted, payloads, ahead.leases(), then));
    }

    /**
     * Some of these come back in each turn: more than are leased meanwhile.
     *
     * @param leasesBefore how many leases there had been in the turn before
     */
    private void returned(List<Stored> wanted, List<byte[]> payloads, long leasesBefore, Runnable then) {
        long leases = ahead.leases();
        int now = movedInTurn(leases - leasesBefore, wanted.size());
        moves().approach(wanted.subList(0, now));
        for (int i = 0; i < now; i++) {
            moves().returned(wanted.get(i), payloads.get(i));
        }
        live.payloadsMoved();
        if (now == wanted.size()) {
            then.run();
            return;
        }
        returning++;
        nextTurn(() -> {
            returning--;
            returned(wanted.subList(now, wanted.size()), payloads.subList(now, payloads.size()), leases, then);
        });
    }

    /** Others are served before the task. */
    private void nextTurn(Runnable task) {
        live.loop().nextTurn(() -> {
            task.run();
            live.scheduleEndOfTurn();
        });
    }

    private void read(List<PayloadPlace> places, Consumer<List<byte[]>> done) {
        long number = ++readsAsked;
        files.read(
                places,
                payloads -> live.loop().execute(() -> {
                    readsDone = number;
                    done.accept(payloads);
                    live.scheduleEndOfTurn();
                }));
    }

    static PayloadPlace place(ColumnsPlace place) {
        return new PayloadPlace(place.file(), place.offset(), place.length());
    }

    static ColumnsPlace place(PayloadPlace place) {
        return new ColumnsPlace(Math.toIntExact(place.file()), place.offset(), place.length());
    }

    /** Columns as they are written. Their keys are those of no jobs. */
    static List<KeyedPayload> keyed(List<ColdColumns> cold) {
        return cold.stream()
                .map(one -> new KeyedPayload(-1L - one.block().number(), one.bytes()))
                .toList();
    }

    static PayloadPlace place(StoredPayload stored) {
        return new PayloadPlace(stored.file(), stored.offset(), stored.length());
    }

    /** Begins what is due: releases, reads ahead of heads, and writes if the live data takes too much. */
    void endOfTurn() {
        if (anyLeft) {
            StoredPayloads payloads = live.engine().payloads();
            if (payloads.anyReleased()) {
                release(payloads.takeReleased().stream()
                        .map(PayloadTraffic::place)
                        .toList());
            }
            if (payloads.blocks().anyReleased()) {
                release(payloads.blocks().takeReleased().stream()
                        .map(PayloadTraffic::place)
                        .toList());
            }
            flushReleases();
            ahead.endOfTurn();
            capacity.relieve();
        }
        long heapBytes = live.heapBytes();
        if (heapBytes > limits.payloadBytes()
                && !writing
                && returning == 0
                && (!pausing || heapBytes > wakeBytes)
                && capacity.isAmple()) {
            writeOut();
        }
    }

    private void release(List<PayloadPlace> places) {
        releases.add(new Release(readsAsked, places));
        places.forEach(place -> releasedBytes += place.recordBytes());
    }

    private void flushReleases() {
        Release next;
        while ((next = releases.peek()) != null && next.afterRead <= readsDone) {
            releases.remove();
            files.release(next.places);
        }
        if (releasedBytes >= RECLAIM_BYTES) {
            releasedBytes = 0;
            files.reclaim(records -> live.loop().execute(() -> reclaim(records)));
        }
    }

    /**
     * Brings the payloads of a file back of which little is in use. They are written again when they have to leave. While memory has no
     * room for them, the file stays as it is.
     */
    private void reclaim(List<PayloadFiles.Reclaiming.Found> records) {
        List<Stored> used = new ArrayList<>();
        long bytes = 0;
        long columnBytes = 0;
        int columnsFile = 0;
        for (PayloadFiles.Reclaiming.Found found : records) {
            if (found.key() < 0) {
                columnsFile = Math.toIntExact(found.place().file());
                columnBytes += HeapBytes.array(found.place().length());
                continue;
            }
            Stored stored = moves().at(
                            found.key(),
                            Math.toIntExact(found.place().file()),
                            found.place().offset());
            if (stored != null) {
                used.add(stored);
                bytes += HeapBytes.array(stored.payload().length()) + Job.MOST_UNCOUNTED_BYTES;
            }
        }
        if (!used.isEmpty() && live.heapBytes() + bytes < limits.mostBytes()) {
            List<JobBlock> absent = live.engine()
                    .absentFor(used.stream().map(one -> JobRef.of(one.job())).toList());
            bringBack(used, absent, () -> {});
        }
        if (columnsFile != 0 && !sweeping && live.heapBytes() + bytes + columnBytes < limits.mostBytes()) {
            sweeping = true;
            giveUpColumns(columnsFile, 0);
        }
    }

    /** Brings the columns back that are in a file, from that block on. They are written elsewhere when they have to leave. */
    private void giveUpColumns(int file, int from) {
        List<JobBlock> blocks = moves().columnsIn(file, from);
        bringColumns(blocks, () -> {
            blocks.forEach(block -> moves().leaveFile(block, file));
            int next = moves().blocksAfter(from);
            sweeping = next >= 0;
            if (sweeping) {
                live.loop().execute(() -> giveUpColumns(file, next));
            }
        });
    }

    private void writeOut() {
        columnsNext = !columnsNext;
        if (columnsNext && writeColumns()) {
            return;
        }
        List<Cold> cold = moves().cold(WRITE_BYTES, limits.headBytes());
        long bytes =
                cold.stream().mapToLong(one -> HeapBytes.array(one.payload())).sum();
        if (bytes < limits.stepBytes() && !moreColumns) {
            // All that is left may be the head: looking at jobs, and writing a few payloads, in every turn would not be
            // worth it.
            pause(PAUSE_MICROS, live.heapBytes() + limits.stepBytes());
        }
        if (cold.isEmpty()) {
            return;
        }
        writing = true;
        anyLeft = true;
        List<KeyedPayload> payloads = cold.stream()
                .map(one -> new KeyedPayload(one.job(), one.payload()))
                .toList();
        files.write(payloads, places -> {
            List<StoredPayload> stored = places == null ? null : stored(cold, places);
            live.loop().execute(() -> written(cold, stored));
        });
    }

    /** The payloads at their places. It computes their sums, so it is called by the thread that wrote. */
    static List<StoredPayload> stored(List<Cold> cold, List<PayloadPlace> places) {
        List<StoredPayload> stored = new ArrayList<>(places.size());
        PayloadBlock.Writer blocks = new PayloadBlock.Writer();
        for (int i = 0; i < places.size(); i++) {
            PayloadPlace place = places.get(i);
            long sum = StoredPayload.sumOf(cold.get(i).payload());
            stored.add(blocks.put(Math.toIntExact(place.file()), place.offset(), place.length(), sum));
        }
        blocks.end();
        return stored;
    }

    /** Writes columns; false if there are none that can leave. */
    private boolean writeColumns() {
        List<ColdColumns> cold = moves().coldColumns(COLUMNS_PER_WRITE, limits.headBytes());
        live.payloadsMoved();
        moreColumns = cold.size() == COLUMNS_PER_WRITE;
        if (cold.isEmpty()) {
            return false;
        }
        writing = true;
        files.write(keyed(cold), places -> live.loop().execute(() -> columnsWritten(cold, places)));
        return true;
    }

    private void columnsWritten(List<ColdColumns> cold, @Nullable List<PayloadPlace> places) {
        writing = false;
        if (places == null) {
            pause(PAUSE_AFTER_FAILURE_MICROS, Long.MAX_VALUE);
            return;
        }
        List<PayloadPlace> unused = new ArrayList<>();
        for (int i = 0; i < cold.size(); i++) {
            if (!moves().left(cold.get(i), place(places.get(i)))) {
                unused.add(places.get(i));
            }
        }
        if (!unused.isEmpty()) {
            release(unused);
        }
        live.payloadsMoved();
        live.scheduleEndOfTurn();
    }

    private void written(List<Cold> cold, @Nullable List<StoredPayload> stored) {
        if (stored == null) {
            writing = false;
            pause(PAUSE_AFTER_FAILURE_MICROS, Long.MAX_VALUE);
            return;
        }
        left(cold, stored, moves().lastNumber());
        live.scheduleEndOfTurn();
    }

    /**
     * These payloads are on disk; some of them leave memory in each turn, and their jobs are packed: more than are added meanwhile, and all
     * if memory gets short nevertheless.
     *
     * @param lastBefore the number of the last job in the turn before
     */
    private void left(List<Cold> cold, List<StoredPayload> stored, long lastBefore) {
        long last = moves().lastNumber();
        boolean isShort = live.heapBytes() > limits.shortBytes();
        int now = isShort ? cold.size() : movedInTurn(last - lastBefore, cold.size());
        List<PayloadPlace> unused = new ArrayList<>();
        for (int i = 0; i < now; i++) {
            if (!moves().left(cold.get(i), stored.get(i))) {
                unused.add(place(stored.get(i)));
            }
        }
        if (!unused.isEmpty()) {
            release(unused);
        }
        moves().pack(cold.subList(0, now), limits.worthPacking());
        live.payloadsMoved();
        writing = now < cold.size();
        if (writing) {
            nextTurn(() -> left(cold.subList(now, cold.size()), stored.subList(now, stored.size()), last));
        }
    }

    /**
     * How many of so many jobs move in this turn.
     *
     * @param others how many jobs clients have added or leased since the turn before, which go the other way
     */
    private static int movedInTurn(long others, int all) {
        return (int) Math.min(Math.max(MOVED_PER_TURN, 2 * others), all);
    }

    /** Nothing is written for a time, unless the live data takes more meanwhile. */
    private void pause(long micros, long untilBytes) {
        wakeBytes = untilBytes;
        if (!pausing) {
            pausing = true;
            live.loop().schedule(this::endPause, micros);
        }
    }

    private void endPause() {
        pausing = false;
        live.scheduleEndOfTurn();
    }
}
