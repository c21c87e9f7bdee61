package dev.reeve.node;

import dev.reeve.engine.qless.QlessEvent;

/** Receives published events. Loop only. */
public interface Subscribers {
    /** Whether any subscriber exists, so that events have to be kept. */
    boolean any();

    /** Called with an event once its cause is durable, in the order of the events and before the reply to its cause. */
    void published(QlessEvent event);
}
