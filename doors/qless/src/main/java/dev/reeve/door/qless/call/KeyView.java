package dev.reeve.door.qless.call;

import dev.reeve.engine.qless.QlessQueries;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of a key, as a view of the engine: a sorted set, a hash, a set or a list. Invariant: at most one component is not
 * null; for a missing key all are null.
 */
record KeyView(
        @Nullable SortedSetView scored,
        @Nullable Map<String, String> hash,
        @Nullable List<String> set,
        @Nullable Texts list) {
    /** A list that is read in pages. */
    record Texts(int size, Page pages) {
        interface Page {
            List<String> of(long offset, int limit);
        }

        List<String> page(long offset, int limit) {
            return limit == 0 ? List.of() : pages.of(offset, limit);
        }

        static Texts of(List<String> texts) {
            return new Texts(texts.size(), (offset, limit) -> texts.subList((int) offset, (int) offset + limit));
        }
    }

    private static final KeyView NOTHING = new KeyView(null, null, null, null);

    static KeyView of(String key, QlessQueries directory) {
        SortedSetView scored = scored(key, new SortedSetViews(directory.lists()));
        if (scored != null) {
            return scored.size() == 0 ? NOTHING : new KeyView(scored, null, null, null);
        } else if (key.equals("ql:failures")) {
            return ofSet(directory.failureGroups());
        } else if (key.equals("ql:paused_queues")) {
            return ofSet(directory.pausedQueues());
        } else if (key.startsWith("ql:f:")) {
            String group = key.substring(5);
            int size = directory.failedCount(group);
            return ofList(new Texts(size, (offset, limit) -> JobJson.texts(directory.failed(group, offset, limit))));
        }
        KeyView part = key.startsWith("ql:j:") ? ofJobPart(key, directory) : NOTHING;
        return part.exists() ? part : ofHash(KeyHashes.of(key, directory));
    }

    /**
     * The history, dependencies and dependents of a job. If the key is ambiguous, these take precedence over a job whose name
     * ends in the suffix.
     */
    private static KeyView ofJobPart(String key, QlessQueries directory) {
        if (key.endsWith("-history")) {
            return ofList(Texts.of(KeyHashes.history(middle(key, "ql:j:", "-history"), directory)));
        } else if (key.endsWith("-dependencies")) {
            return ofSet(KeyHashes.dependencies(middle(key, "ql:j:", "-dependencies"), directory));
        } else if (key.endsWith("-dependents")) {
            return ofSet(KeyHashes.dependents(middle(key, "ql:j:", "-dependents"), directory));
        }
        return NOTHING;
    }

    private static KeyView ofHash(Map<String, String> hash) {
        return hash.isEmpty() ? NOTHING : new KeyView(null, hash, null, null);
    }

    private static KeyView ofList(Texts list) {
        return list.size() == 0 ? NOTHING : new KeyView(null, null, null, list);
    }

    private static KeyView ofSet(List<String> members) {
        return members.isEmpty() ? NOTHING : new KeyView(null, null, members, null);
    }

    private static @Nullable SortedSetView scored(String key, SortedSetViews lists) {
        switch (key) {
            case "ql:queues" -> {
                return lists.queues();
            }
            case "ql:workers" -> {
                return lists.workers();
            }
            case "ql:tracked" -> {
                return lists.tracked();
            }
            case "ql:completed" -> {
                return lists.completed();
            }
            case "ql:tags" -> {
                return lists.tags();
            }
            default -> {}
        }
        if (key.startsWith("ql:t:")) {
            return lists.tagged(key.substring(5));
        } else if (key.startsWith("ql:w:") && key.endsWith(":jobs")) {
            return lists.jobsOfWorker(middle(key, "ql:w:", ":jobs"));
        }
        return key.startsWith("ql:q:") ? ofQueue(key, lists) : null;
    }

    private static @Nullable SortedSetView ofQueue(String key, SortedSetViews lists) {
        int dash = key.lastIndexOf('-');
        String queue = dash < 5 ? "" : key.substring(5, dash);
        return switch (key.substring(dash + 1)) {
            case "work" -> lists.ready(queue);
            case "scheduled" -> lists.scheduled(queue);
            case "locks" -> lists.leased(queue);
            case "depends" -> lists.depending(queue);
            case "recur" -> lists.recurring(queue);
            default -> null;
        };
    }

    private static String middle(String key, String before, String after) {
        return key.substring(before.length(), Math.max(before.length(), key.length() - after.length()));
    }

    boolean exists() {
        return !equals(NOTHING);
    }

    String type() {
        if (scored != null) {
            return "zset";
        } else if (hash != null) {
            return "hash";
        }
        return set != null ? "set" : list != null ? "list" : "none";
    }

    /** The sorted set under the key; null if there is nothing. */
    @Nullable
    SortedSetView scoredOrNull() {
        return expected(scored);
    }

    Map<String, String> hashOrEmpty() {
        Map<String, String> found = expected(hash);
        return found == null ? Map.of() : found;
    }

    List<String> setOrEmpty() {
        List<String> found = expected(set);
        return found == null ? List.of() : found;
    }

    Texts listOrEmpty() {
        Texts found = expected(list);
        return found == null ? Texts.of(List.of()) : found;
    }

    private <T> @Nullable T expected(@Nullable T value) {
        if (value == null && exists()) {
            throw BadRead.wrongType();
        }
        return value;
    }
}
