package dev.reeve.engine.qless;

/** A tag and the number of its jobs. */
public record TagRow(String tag, int count) {}
