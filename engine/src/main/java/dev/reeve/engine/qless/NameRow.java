package dev.reeve.engine.qless;

/** A queue or a worker in a list that goes by a time, and that time. */
public record NameRow(String name, long micros) {}
