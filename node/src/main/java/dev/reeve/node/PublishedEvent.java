package dev.reeve.node;

import dev.reeve.engine.Event;

/** An event whose cause is durable. */
public record PublishedEvent(EventId id, Event event) {}
