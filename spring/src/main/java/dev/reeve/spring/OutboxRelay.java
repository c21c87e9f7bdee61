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
    private static final String JOBS = "/v1/jobs";
    /** Wakes the thread up, so that it ends. */
    private static final OutboxTable.Row END = new OutboxTable.Row("", "", "");

    private final Reeve reeve;
    private final OutboxTable table;
    private final LongSupplier clockMillis;
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

    /** Sends all rows that are at least so old. */
    void sweep(Duration age) {
        try {
            List<OutboxTable.Row> rows;
            do {
                rows = table.waiting(clockMillis.getAsLong() - age.toMillis() + 1);
            } while (relay(rows) && rows.size() == OutboxTable.MOST_ROWS && !stopping);
        } catch (DataAccessException e) {
            LOG.log(System.Logger.Level.WARNING, "the outbox cannot be read", e);
        }
    }

    /** Returns whether all rows are gone or refused; the others are tried again by a sweep. */
    private boolean relay(List<OutboxTable.Row> rows) {
        try {
            List<OutboxTable.Row> together = new ArrayList<>();
            boolean isDone = true;
            long characters = 0;
            for (OutboxTable.Row row : rows) {
                if (!row.path().equals(JOBS)) {
                    send(row);
                    continue;
                }
                characters += row.json().length();
                if (characters > MOST_CHARACTERS && !together.isEmpty()) {
                    isDone &= add(together);
                    together.clear();
                    characters = row.json().length();
                }
                together.add(row);
            }
            return add(together) && isDone;
        } catch (ReeveException e) {
            LOG.log(System.Logger.Level.WARNING, "jobs wait in the outbox: {0}: {1}", e.type(), e.getMessage());
        } catch (DataAccessException e) {
            LOG.log(System.Logger.Level.WARNING, "the outbox cannot be changed", e);
        }
        return false;
    }

    /** Adds the jobs of several rows by one request. Returns whether all rows are gone or refused. */
    private boolean add(List<OutboxTable.Row> rows) {
        if (rows.size() < 2) {
            rows.forEach(this::send);
            return true;
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
            if (!isRefusal(e.status())) {
                throw e;
            }
            // One by one, so that the one that is refused is known.
            rows.forEach(this::send);
            return true;
        }
        List<OutboxTable.Row> done = new ArrayList<>();
        String left = "";
        for (int i = 0; i < rows.size(); i++) {
            JsonObject problem = results.get(i).object("problem");
            if (problem == null) {
                done.add(rows.get(i));
            } else if (isRefusal((int) problem.number("status"))) {
                refuse(rows.get(i), problem.text("type") + ": " + problem.text("detail"));
            } else {
                left = problem.text("type") + ": " + problem.text("detail");
            }
        }
        table.delete(done);
        if (!left.isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, "jobs wait in the outbox: {0}", left);
        }
        return left.isEmpty();
    }

    private void send(OutboxTable.Row row) {
        try {
            reeve.request("POST", row.path()).body(row.json()).send();
        } catch (ReeveException e) {
            if (!isRefusal(e.status())) {
                throw e;
            }
            refuse(row, e.type() + ": " + e.getMessage());
            return;
        }
        table.delete(List.of(row));
    }

    /** Whether the request itself is the reason, so that sending it again is of no use. */
    private static boolean isRefusal(int status) {
        return status >= 400 && status < 500 && status != 401 && status != 403 && status != 429;
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
