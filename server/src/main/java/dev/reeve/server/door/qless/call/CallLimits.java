package dev.reeve.server.door.qless.call;

/**
 * What a call may bring along.
 *
 * @param nameBytes how long the name of a queue, a job, a worker or a tag may be
 * @param dataBytes how long the data of a job may be
 */
public record CallLimits(int nameBytes, int dataBytes) {}
