package dev.reeve.engine.qless;

/** Receiver of the events that qless clients can subscribe to. By default nobody has subscribed. */
public interface QlessEffects {
    /** Whether there are subscribers; if not, the engine creates no events. */
    default boolean wantsQlessEvents() {
        return false;
    }

    /** An event for subscribers. Events are delivered in the order of these calls. */
    default void qlessEvent(QlessEvent event) {}
}
