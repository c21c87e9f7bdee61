package dev.reeve.engine.qless;

/** A tag, and how many jobs have it. */
public record TagRow(String tag, int count) {}
