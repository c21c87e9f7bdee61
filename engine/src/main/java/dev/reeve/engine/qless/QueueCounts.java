package dev.reeve.engine.qless;

/** The numbers of jobs of a queue by state, at a time by a caller's clock. */
public record QueueCounts(
        String name,
        int waiting,
        int running,
        int stalled,
        int scheduled,
        int depends,
        int recurring,
        boolean paused) {}
