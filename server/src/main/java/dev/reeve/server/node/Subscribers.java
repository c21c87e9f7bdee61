package dev.reeve.server.node;

/** Those who want to hear of events. Loop only. */
public interface Subscribers {
    Subscribers NONE = new Subscribers() {
        @Override
        public boolean any() {
            return false;
        }

        @Override
        public void published(String channel, String message) {}
    };

    /** Whether events are worth keeping for anybody. */
    boolean any();

    /** An event whose cause is durable, in the order in which they happened and before the answer to its cause. */
    void published(String channel, String message);
}
