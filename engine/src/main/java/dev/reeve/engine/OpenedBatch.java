package dev.reeve.engine;

import java.util.List;

/**
 * What became of a batch that was to be opened.
 *
 * @param created whether the batch is new. If it is not, and none of the jobs was refused, an equal command has opened it
 * @param jobs what became of its jobs
 */
public record OpenedBatch(boolean created, List<AddedJob> jobs) {
    public OpenedBatch {
        jobs = List.copyOf(jobs);
    }
}
