package dev.reeve.spring;

import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import dev.reeve.client.ReeveException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Sends the rows of the {@link OutboxTable} to the server and deletes them: those of this application when they are committed, all that
 * are older than 30 s from time to time, because the application that wrote them may be gone. Two applications may send the same row,
 * and one may send it twice; the ids in it make that harmless.
 */
final class OutboxRelay implements SmartLifecycle {
    private static final System.Logger LOG = System.getLogger(OutboxRelay.class.getName());
    /** Starts before workers and web servers, and stops after them. */
    private static final int PHASE = DEFAULT_PHASE - 4096;

    private static final Duration SWEEPS = Duration.ofSeconds(10);
    private static final Duration FORGOTTEN = Duration.ofSeconds(30);
    private static final long LONGEST_STOP_MILLIS = 10_000;
    private static final long MOST_CHARACTERS = 2_000_000;
    /** So many requests of a sweep may be of no use; then rows that have just been committed have their turn. */
    private static final int MOST_IN_VAIN = 10;

    private static final int NOT_ALLOWED = 403;
    private static final String JOBS = "/v1/jobs";
    /** Wakes the thread up, so that it ends. */
    private static final OutboxTable.Row END = new OutboxTable.Row(0, "", "", "");

    private final Reeve reeve;
    private final OutboxTable table;
    private final LongSupplier clockMillis;
    /** The last row of the sweeps so far. */
    private OutboxTable.Row reached = OutboxTable.Row.FIRST;

    private volatile boolean stopping;
    private volatile @Nullable Thread thread;

    OutboxRelay(Reeve reeve, OutboxTable table, LongSupplier clockMillis) {
        this.reeve = reeve;
        this.table = table;
        this.clockMillis = clockMillis;
    }

    @Override
    public synchronized void start() {
        if (thread == null) {
            table.check();
            stopping = false;
            thread = new Thread(this::run, "reeve-outbox");
            thread.start();
        }
    }

    private void run() {
        sweep(Duration.ZERO);
        long nextNanos = System.nanoTime() + SWEEPS.toNanos();
        try {
            while (!stopping || !table.committed().isEmpty()) {
                long leftNanos = nextNanos - System.nanoTime();
                if (leftNanos <= 0) {
                    sweep(FORGOTTEN);
                    nextNanos = System.nanoTime() + SWEEPS.toNanos();
                } else {
                    relayCommitted(leftNanos);
                }
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.WARNING, "the application ends, and jobs wait in the outbox");
        }
    }

    private void relayCommitted(long longestNanos) throws InterruptedException {
        OutboxTable.Row first = table.committed().poll(longestNanos, TimeUnit.NANOSECONDS);
        if (first != null) {
            List<OutboxTable.Row> rows = new ArrayList<>(List.of(first));
            table.committed().drainTo(rows, OutboxTable.MOST_ROWS - 1);
            rows.remove(END);
            relay(rows);
        }
    }

    /**
     * Sends rows that are at least so old, from where the last sweep stopped, so that rows that wait for a right do not hide those
     * after them. A sweep that has come to the end lets the next one begin with the oldest row.
     */
    void sweep(Duration age) {
        try {
            int inVain = 0;
            boolean isMore;
            do {
                List<OutboxTable.Row> rows = table.waiting(clockMillis.getAsLong() - age.toMillis() + 1, reached);
                boolean isEnd = rows.size() < OutboxTable.MOST_ROWS;
                reached = isEnd ? OutboxTable.Row.FIRST : rows.get(rows.size() - 1);
                Relayed relayed = relay(rows);
                inVain += relayed.settled == 0 ? 1 : 0;
                isMore = relayed.isTaken && !isEnd;
            } while (isMore && inVain < MOST_IN_VAIN && !stopping);
        } catch (DataAccessException e) {
            LOG.log(System.Logger.Level.WARNING, "the outbox cannot be read", e);
        }
    }

    /**
     * What became of some rows.
     *
     * @param settled how many are gone or refused; the others are tried again by a sweep
     * @param isTaken whether the server takes jobs now
     */
    private record Relayed(int settled, boolean isTaken) {
        Relayed and(Relayed other) {
            return new Relayed(settled + other.settled, isTaken && other.isTaken);
        }
    }

    private Relayed relay(List<OutboxTable.Row> rows) {
        Relayed relayed = new Relayed(0, true);
        try {
            List<OutboxTable.Row> together = new ArrayList<>();
            long characters = 0;
            for (OutboxTable.Row row : rows) {
                if (!row.path().equals(JOBS)) {
                    relayed = relayed.and(send(row));
                    continue;
                }
                characters += row.json().length();
                if (characters > MOST_CHARACTERS && !together.isEmpty()) {
                    relayed = relayed.and(add(together));
                    together.clear();
                    characters = row.json().length();
                }
                together.add(row);
            }
            return relayed.and(add(together));
        } catch (ReeveException e) {
            waits(e.type() + ": " + e.getMessage());
        } catch (DataAccessException e) {
            LOG.log(System.Logger.Level.WARNING, "the outbox cannot be changed", e);
        }
        return relayed.and(new Relayed(0, false));
    }

    private static void waits(String reason) {
        LOG.log(System.Logger.Level.WARNING, "jobs wait in the outbox: {0}", reason);
    }

    private Relayed sendEach(List<OutboxTable.Row> rows) {
        return rows.stream().map(this::send).reduce(new Relayed(0, true), Relayed::and);
    }

    /** Adds the jobs of several rows by one request. */
    private Relayed add(List<OutboxTable.Row> rows) {
        if (rows.size() < 2) {
            return sendEach(rows);
        }
        String jobs = String.join(",", rows.stream().map(OutboxTable.Row::json).toList());
        List<JsonObject> results;
        try {
            results = reeve.request("POST", "/v1/bulk/add")
                    .body("{\"jobs\":[" + jobs + "]}")
                    .send()
                    .orElseThrow()
                    .objects("results");
        } catch (ReeveException e) {
            if (isRefusal(e.status())) {
                // One by one, so that the one that is refused is known.
                return sendEach(rows);
            }
            return waiting(e);
        }
        List<OutboxTable.Row> done = new ArrayList<>();
        int refused = 0;
        boolean isTaken = true;
        String left = "";
        for (int i = 0; i < rows.size(); i++) {
            JsonObject problem = results.get(i).object("problem");
            if (problem == null) {
                done.add(rows.get(i));
            } else if (isRefusal((int) problem.number("status"))) {
                refuse(rows.get(i), problem.text("type") + ": " + problem.text("detail"));
                refused++;
            } else {
                left = problem.text("type") + ": " + problem.text("detail");
                isTaken &= problem.number("status") == NOT_ALLOWED;
            }
        }
        table.delete(done);
        if (!left.isEmpty()) {
            waits(left);
        }
        return new Relayed(done.size() + refused, isTaken);
    }

    private Relayed send(OutboxTable.Row row) {
        try {
            reeve.request("POST", row.path()).body(row.json()).send();
        } catch (ReeveException e) {
            if (!isRefusal(e.status())) {
                return waiting(e);
            }
            refuse(row, e.type() + ": " + e.getMessage());
            return new Relayed(1, true);
        }
        table.delete(List.of(row));
        return new Relayed(1, true);
    }

    /** A right may be missing for these rows alone. Anything else is likely to be so for all, and ends the sweep. */
    private static Relayed waiting(ReeveException e) {
        if (e.status() != NOT_ALLOWED) {
            throw e;
        }
        waits(e.type() + ": " + e.getMessage());
        return new Relayed(0, true);
    }

    /** Whether the request itself is the reason, so that sending it again is of no use. */
    private static boolean isRefusal(int status) {
        return status >= 400 && status < 500 && status != 401 && status != NOT_ALLOWED && status != 429;
    }

    private void refuse(OutboxTable.Row row, String problem) {
        LOG.log(System.Logger.Level.ERROR, "row {0} of the outbox is refused: {1}", row.id(), problem);
        table.refuse(row, problem);
    }

    /** Sends what has been committed here. What the server does not take stays in the table. */
    @Override
    public synchronized void stop() {
        Thread running = thread;
        if (running == null) {
            return;
        }
        stopping = true;
        // If there is no room for it, the thread does not sleep.
        boolean woken = table.committed().offer(END);
        LOG.log(System.Logger.Level.DEBUG, "the outbox stops, woken: {0}", woken);
        try {
            running.join(LONGEST_STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.interrupt();
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
