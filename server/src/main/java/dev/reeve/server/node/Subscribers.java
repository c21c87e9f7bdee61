package dev.reeve.server.node;

import dev.reeve.engine.qless.QlessEvent;

/** Those who want to hear of events. Loop only. */
public interface Subscribers {
    Subscribers NONE = new Subscribers() {
        @Override
        public boolean any() {
            return false;
        }

        @Override
        public void told(QlessEvent event) {}
    };

    /** Whether events are worth keeping for anybody. */
    boolean any();

    /** An event whose cause is durable, in the order in which they happened and before the answer to its cause. */
    void told(QlessEvent event);
}
