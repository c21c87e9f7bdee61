package dev.reeve.door.qless.call;

import dev.reeve.door.qless.call.KeyView.KeyEntry;
import dev.reeve.door.qless.call.KeyView.KeyType;
import dev.reeve.door.qless.call.SortedSetView.Member;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.qless.JobRow;
import dev.reeve.engine.qless.NameRow;
import dev.reeve.engine.qless.NamedRows;
import dev.reeve.engine.qless.QlessLists;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.ReadyRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of qless: what each of them is a view of. Scores are times in seconds, priorities and counts. */
final class KeyViews {
    private static final KeyView NOTHING = KeyView.hash(Map.of());
    private static final int PREFIX = "ql:x:".length();
    private static final double SECOND = 1e6;

    /** A priority outweighs any time: this many seconds come to one step of it. */
    private static final double SECONDS_OF_A_PRIORITY = 1e10;

    private KeyViews() {}

    static KeyView of(String key, QlessQueries queries) {
        QlessLists lists = queries.lists();
        return switch (key) {
            case "ql:queues" -> names(lists.queues());
            case "ql:workers" -> names(lists.workers());
            case "ql:tracked" -> jobs(lists.tracked());
            case "ql:completed" -> jobs(lists.completed());
            // Each tag with the number of jobs that have it.
            case "ql:tags" -> SortedSetView.descending(lists.tags(), row -> new Member(row.tag(), row.count()));
            case "ql:failures" -> KeyView.of(KeyType.SET, queries.failureGroups(Slice.MOST + 1));
            case "ql:paused_queues" -> KeyView.of(KeyType.SET, queries.pausedQueues(Slice.MOST + 1));
            case "ql:config" -> KeyView.hash(queries.options());
            default -> key.length() < PREFIX ? NOTHING : of(key.substring(0, PREFIX), key.substring(PREFIX), queries);
        };
    }

    private static KeyView of(String prefix, String rest, QlessQueries queries) {
        return switch (prefix) {
            case "ql:t:" -> jobs(queries.lists().tagged(rest));
            case "ql:w:" ->
                rest.endsWith(":jobs")
                        ? jobs(queries.lists().jobsOfWorker(rest.substring(0, rest.lastIndexOf(':'))))
                        : NOTHING;
            case "ql:q:" -> ofQueue(rest, queries.lists());
            case "ql:f:" -> new FailedJobs(rest, queries);
            case "ql:j:" -> ofJob(rest, queries);
            case "ql:r:" -> KeyView.hash(KeyHashes.recurring(rest, queries));
            case "ql:s:" -> KeyView.hash(KeyHashes.stats(rest, queries));
            default -> NOTHING;
        };
    }

    private static KeyView ofQueue(String rest, QlessLists lists) {
        int dash = rest.lastIndexOf('-');
        String queue = rest.substring(0, Math.max(0, dash));
        return switch (rest.substring(dash + 1)) {
            // The job to be leased next is last.
            case "work" ->
                SortedSetView.descending(
                        lists.ready(queue), row -> new Member(row.id().toString(), readyScore(row)));
            case "scheduled" -> jobs(lists.scheduled(queue));
            case "locks" -> jobs(lists.leased(queue));
            case "depends" -> jobs(lists.depending(queue));
            case "recur" -> jobs(lists.recurring(queue));
            default -> NOTHING;
        };
    }

    private static double readyScore(ReadyRow row) {
        return row.stalled()
                ? Double.POSITIVE_INFINITY
                : row.priority() - row.dueAtMicros() / SECOND / SECONDS_OF_A_PRIORITY;
    }

    /**
     * A job, or its history, dependencies or dependents. If the key is ambiguous, these take precedence over a job whose name
     * ends in the suffix.
     */
    private static KeyView ofJob(String rest, QlessQueries queries) {
        int dash = Math.max(0, rest.lastIndexOf('-'));
        JobView job = queries.job(JobId.of(rest.substring(0, dash)));
        KeyView part = job == null
                ? NOTHING
                : switch (rest.substring(dash)) {
                    case "-history" -> KeyHashes.history(job);
                    case "-dependencies" -> ids(KeyType.SET, JobJson.dependencies(job));
                    case "-dependents" -> ids(KeyType.SET, queries.dependents(job.id(), Slice.MOST + 1));
                    default -> NOTHING;
                };
        return part.exists() ? part : KeyHashes.job(rest, queries);
    }

    private static KeyView ids(KeyType type, List<JobId> ids) {
        return KeyView.of(type, new KeyView.Mapped<>(ids, JobId::toString));
    }

    private static KeyView jobs(NamedRows<JobRow> rows) {
        return SortedSetView.ascending(rows, row -> new Member(row.id().toString(), row.micros() / SECOND));
    }

    private static KeyView names(NamedRows<NameRow> rows) {
        return SortedSetView.ascending(rows, row -> new Member(row.name(), row.micros() / SECOND));
    }

    /** The list of the jobs that failed in a group, which is read in pages. */
    private record FailedJobs(String group, QlessQueries queries) implements KeyView {
        @Override
        public KeyType type() {
            return KeyType.LIST;
        }

        @Override
        public int size() {
            return queries.failedCount(group);
        }

        @Override
        public List<KeyEntry> page(long offset, int limit) {
            List<JobId> ids = limit == 0 ? List.of() : queries.failed(group, offset, limit);
            return ids(KeyType.LIST, ids).all();
        }

        @Override
        public @Nullable KeyEntry find(String name) {
            throw BadRead.wrongType();
        }
    }
}
