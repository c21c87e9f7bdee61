package dev.reeve.engine.qless;

/** How many jobs a queue has at a caller's moment, by what they wait for. */
public record QueueCounts(
        String name,
        int waiting,
        int running,
        int stalled,
        int scheduled,
        int depends,
        int recurring,
        boolean paused) {}
