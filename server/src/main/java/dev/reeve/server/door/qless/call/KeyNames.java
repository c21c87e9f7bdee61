package dev.reeve.server.door.qless.call;

import dev.reeve.engine.Directory;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.queue.QueueCounts;
import java.util.ArrayList;
import java.util.List;

/** The names of all keys that have something under them. */
final class KeyNames {
    static final int MOST_JOBS = 100_000;

    private static final List<String> QUEUE_PARTS = List.of("work", "scheduled", "locks", "depends", "recur");
    private static final List<String> SINGLE =
            List.of("ql:queues", "ql:workers", "ql:tracked", "ql:completed", "ql:failures", "ql:config");

    private final Directory directory;
    private final List<String> names = new ArrayList<>();

    private KeyNames(Directory directory) {
        this.directory = directory;
    }

    static List<String> all(Directory directory) {
        KeyNames all = new KeyNames(directory);
        SINGLE.forEach(all::addIfThere);
        all.addJobs();
        all.addQueues();
        directory.workers(Long.MIN_VALUE).forEach(worker -> all.addIfThere("ql:w:" + worker.name() + ":jobs"));
        directory.failureGroups().forEach(group -> all.addIfThere("ql:f:" + group));
        directory.tags().forEach(tag -> all.addIfThere("ql:t:" + tag));
        return all.names;
    }

    private void addJobs() {
        for (JobId id : directory.jobs(0, MOST_JOBS)) {
            names.add("ql:j:" + id);
            addIfThere("ql:j:" + id + "-dependencies");
            addIfThere("ql:j:" + id + "-dependents");
        }
    }

    private void addQueues() {
        for (QueueCounts queue : directory.queues(0)) {
            QUEUE_PARTS.forEach(part -> addIfThere("ql:q:" + queue.name() + "-" + part));
            for (long day : directory.statsDays(queue.name())) {
                for (String kind : List.of("wait", "run", "stats")) {
                    addIfThere("ql:s:" + kind + ":" + day * 86_400 + ":" + queue.name());
                }
            }
        }
    }

    private void addIfThere(String key) {
        if (KeyView.of(key, directory).exists()) {
            names.add(key);
        }
    }
}
