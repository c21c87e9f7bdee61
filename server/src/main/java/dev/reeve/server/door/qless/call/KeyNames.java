package dev.reeve.server.door.qless.call;

import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.Numbered;
import java.util.ArrayList;
import java.util.List;

/** Gathers the names of keys that have something under them. */
final class KeyNames {
    private static final List<String> QUEUE_PARTS = List.of("work", "scheduled", "locks", "depends", "recur");
    private static final List<String> JOB_PARTS = List.of("-history", "-dependencies", "-dependents");
    private static final List<String> SINGLE = List.of(
            "ql:queues",
            "ql:paused_queues",
            "ql:workers",
            "ql:tracked",
            "ql:completed",
            "ql:failures",
            "ql:tags",
            "ql:config");

    private final QlessQueries directory;
    private final List<String> names = new ArrayList<>();

    KeyNames(QlessQueries directory) {
        this.directory = directory;
    }

    List<String> names() {
        return names;
    }

    void addAllButJobs() {
        SINGLE.forEach(this::addIfThere);
        directory.queueNames().forEach(this::addQueue);
        directory.workers(Long.MIN_VALUE).forEach(worker -> addIfThere("ql:w:" + worker.name() + ":jobs"));
        directory.failureGroups().forEach(group -> addIfThere("ql:f:" + group));
        directory.tags().forEach(tag -> addIfThere("ql:t:" + tag));
        directory.allRecurring().forEach(id -> names.add("ql:r:" + id));
    }

    private void addQueue(String queue) {
        QUEUE_PARTS.forEach(part -> addIfThere("ql:q:" + queue + "-" + part));
        for (long day : directory.statsDays(queue)) {
            for (String kind : List.of("wait", "run", "stats")) {
                addIfThere("ql:s:" + kind + ":" + day * 86_400 + ":" + queue);
            }
        }
    }

    void addJobs(List<Numbered> jobs) {
        for (Numbered job : jobs) {
            String key = "ql:j:" + job.id();
            names.add(key);
            JOB_PARTS.forEach(part -> addIfThere(key + part));
        }
    }

    private void addIfThere(String key) {
        if (KeyView.of(key, directory).exists()) {
            names.add(key);
        }
    }
}
