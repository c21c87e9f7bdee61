package dev.reeve.engine.qless;

/** A queue or worker in a list that is ordered by time, with its time. */
public record NameRow(String name, long micros) {}
