package dev.reeve.node;

/**
 * What the node tells about all jobs and queues without being asked by a query. It is not restricted to what a caller may
 * see: whoever passes it on asks {@link Requests#readRule}. Loop only.
 */
public record Watch(EventLog events, Series series, StatsFeed stats) {}
