package dev.reeve.spring;

import dev.reeve.client.AddTiming;
import dev.reeve.client.PendingAdd;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table {@code reeve_outbox}, in which jobs that are added inside a transaction are kept until the server has them. A row is written
 * by the transaction itself, so there is one exactly if the transaction was committed.
 */
final class OutboxTable implements AddTiming {
    /** The most rows that are read at once. */
    static final int MOST_ROWS = 1000;

    /** Rows that were committed here and for which there is no room are found in the table. */
    private static final int MOST_COMMITTED = 10_000;

    private static final int LONGEST_PROBLEM = 1000;

    /** A request that adds jobs. Rows are in the order of their times, and of their ids where these are equal. */
    record Row(long createdMillis, String id, String path, String json) {
        /** Before all rows. */
        static final Row FIRST = new Row(Long.MIN_VALUE, "", "", "");
    }

    private final JdbcTemplate jdbc;
    private final LongSupplier clockMillis;
    private final BlockingQueue<Row> committed = new LinkedBlockingQueue<>(MOST_COMMITTED);

    OutboxTable(DataSource source, LongSupplier clockMillis) {
        this.jdbc = new JdbcTemplate(source);
        jdbc.setMaxRows(MOST_ROWS);
        this.clockMillis = clockMillis;
    }

    /** Throws if the table is missing, or has not all columns. */
    void check() {
        waiting(0, Row.FIRST);
    }

    @Override
    public boolean isDeferred(PendingAdd add) {
        if (!AfterCommit.isTransaction()) {
            return false;
        }
        PendingAdd.Request request = add.request();
        Row row = new Row(clockMillis.getAsLong(), UUID.randomUUID().toString(), request.path(), request.json());
        insert(row);
        AfterCommit.call(() -> committed.offer(row));
        return true;
    }

    private void insert(Row row) {
        Boolean commitsAlone = jdbc.execute((ConnectionCallback<Boolean>) connection -> connection.getAutoCommit());
        if (Boolean.TRUE.equals(commitsAlone)) {
            throw new IllegalStateException(
                    "the transaction is not one of the database with the table reeve_outbox: the job would be added even if"
                            + " the transaction is rolled back");
        }
        jdbc.update(
                "INSERT INTO reeve_outbox (id, created, path, body) VALUES (?, ?, ?, ?)",
                row.id,
                row.createdMillis,
                row.path,
                row.json);
    }

    /** Rows whose transactions were committed by this application, in the order of the commits. */
    BlockingQueue<Row> committed() {
        return committed;
    }

    /**
     * The oldest rows that were written before a time and have not been refused.
     *
     * @param after only rows after this one
     */
    List<Row> waiting(long beforeMillis, Row after) {
        return jdbc.query(
                "SELECT created, id, path, body FROM reeve_outbox WHERE problem IS NULL AND created < ?"
                        + " AND (created > ? OR (created = ? AND id > ?)) ORDER BY created, id",
                (row, number) -> new Row(row.getLong(1), row.getString(2), row.getString(3), row.getString(4)),
                beforeMillis,
                after.createdMillis,
                after.createdMillis,
                after.id);
    }

    /** The server has the jobs. */
    void delete(List<Row> rows) {
        jdbc.batchUpdate(
                "DELETE FROM reeve_outbox WHERE id = ?",
                rows.stream().map(row -> new Object[] {row.id}).toList());
    }

    /** The server refuses the jobs. The row stays, for a person. */
    void refuse(Row row, String problem) {
        jdbc.update(
                "UPDATE reeve_outbox SET problem = ? WHERE id = ?",
                problem.substring(0, Math.min(problem.length(), LONGEST_PROBLEM)),
                row.id);
    }
}
