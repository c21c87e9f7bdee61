package dev.reeve.door.qless.call;

/**
 * Limits on the arguments of a call.
 *
 * @param nameBytes the maximum length of the name of a queue, a job, a worker or a tag
 * @param dataBytes the maximum length of a job's data
 */
public record CallLimits(int nameBytes, int dataBytes) {}
