package dev.reeve.engine;

import dev.reeve.engine.job.JobView;
import java.util.function.Predicate;

/** Reads jobs of some queues, without their content. */
public record QueueReader(Predicate<String> queues) implements ReadRule {
    @Override
    public boolean allows(String queue) {
        return queues.test(queue);
    }

    @Override
    public boolean allowsAll() {
        return false;
    }

    @Override
    public boolean showsPayloads(String queue) {
        return false;
    }

    @Override
    public boolean showsResults(String queue) {
        return false;
    }

    @Override
    public JobView shown(JobView job) {
        return job.without(true, true);
    }
}
