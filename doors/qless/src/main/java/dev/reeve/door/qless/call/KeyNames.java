package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.Numbered;
import java.util.ArrayList;
import java.util.List;

/** Collects the names of the existing keys. */
final class KeyNames {
    private static final List<String> QUEUE_PARTS = List.of("work", "scheduled", "locks", "depends", "recur");
    private static final List<String> JOB_PARTS = List.of("-history", "-dependencies", "-dependents");
    private static final List<String> JOB_PARTS_OF_2012 = List.of("-dependencies", "-dependents");
    private static final List<String> SINGLE = List.of(
            "ql:queues",
            "ql:paused_queues",
            "ql:workers",
            "ql:tracked",
            "ql:completed",
            "ql:failures",
            "ql:tags",
            "ql:config");

    private final QlessQueries queries;
    private final List<String> jobParts;
    private final List<String> names = new ArrayList<>();

    /** In 2012 a job's history was a field of its hash; a list of its own is a key that such clients do not expect. */
    KeyNames(QlessQueries queries, CallingConvention form) {
        this.queries = queries;
        this.jobParts = form == CallingConvention.CURRENT ? JOB_PARTS : JOB_PARTS_OF_2012;
    }

    List<String> names() {
        return names;
    }

    void addAllButJobs() {
        SINGLE.forEach(this::addIfExists);
        queries.queueNames().forEach(this::addQueue);
        queries.workers(Long.MIN_VALUE).forEach(worker -> addIfExists("ql:w:" + worker.name() + ":jobs"));
        queries.failureGroups().forEach(group -> addIfExists("ql:f:" + group));
        queries.tags().forEach(tag -> addIfExists("ql:t:" + tag));
        queries.allRecurring().forEach(id -> names.add("ql:r:" + id));
    }

    private void addQueue(String queue) {
        QUEUE_PARTS.forEach(part -> addIfExists("ql:q:" + queue + "-" + part));
        for (long day : queries.statsDays(queue)) {
            for (String kind : List.of("wait", "run", "stats")) {
                addIfExists("ql:s:" + kind + ":" + day * 86_400 + ":" + queue);
            }
        }
    }

    void addJobs(List<Numbered> jobs) {
        for (Numbered job : jobs) {
            String key = "ql:j:" + job.id();
            names.add(key);
            jobParts.forEach(part -> addIfExists(key + part));
        }
    }

    private void addIfExists(String key) {
        if (KeyViews.of(key, queries).exists()) {
            names.add(key);
        }
    }
}
