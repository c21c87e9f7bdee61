package dev.reeve.campaign.attack;

/** One client that sends the worst request it knows again and again, without waiting for replies. */
interface Attack {
    String name();

    /**
     * Builds up what makes the request expensive.
     *
     * @param size how many jobs, queues or the like
     */
    void prepare(AttackedServer target, int size) throws Exception;

    /** Whether only the first requests are expensive. They are measured then, and {@link #prepare} has warmed them up. */
    default boolean isOnce() {
        return false;
    }

    /**
     * What a turn of a loop may take of processor time, after the first uses of the command. Wide, because rarely used classes may still be loaded in
     * a turn.
     */
    default double longestTurnMillis() {
        return 50;
    }

    /** The port to which the requests go. */
    int port(AttackedServer target);

    /** The request to send as the n-th one, counted from 0. One character per byte. */
    String request(int n);
}
