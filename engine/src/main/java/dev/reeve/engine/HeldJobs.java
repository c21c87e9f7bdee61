package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;

/** How many leased jobs each worker holds that has told its name. The memory is counted with the jobs. */
public final class HeldJobs {
    private final NonIterableMap<String, Integer> counts = new NonIterableMap<>();

    /** The number of jobs that the worker holds. */
    public int count(String worker) {
        Integer count = counts.get(worker);
        return count == null ? 0 : count;
    }

    /** The number of workers that hold jobs. */
    int workers() {
        return counts.size();
    }

    /** The worker holds one job more. */
    void enter(String worker) {
        counts.put(worker, count(worker) + 1);
    }

    /** The worker holds one job less. */
    void leave(String worker) {
        int left = count(worker) - 1;
        if (left == 0) {
            counts.remove(worker);
        } else {
            counts.put(worker, left);
        }
    }

    void clear() {
        counts.clear();
    }
}
