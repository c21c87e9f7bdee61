package dev.reeve.door.qless;

import java.util.List;

/**
 * A Redis command: its name in lower case, its number of words including the name, and its action.
 *
 * @param whileSubscribed whether a RESP2 client may send it while it has subscriptions
 */
record RedisCommand(String name, int leastWords, int mostWords, boolean whileSubscribed, Action action) {
    static final int ANY_NUMBER = Integer.MAX_VALUE;

    sealed interface Action {}

    /** Parses to a reply, a query or a command. In a transaction it is queued until EXEC. */
    non-sealed interface Plain extends Action {
        CallPlan parse(RedisConnection client, List<byte[]> words);
    }

    /** Changes the state of the connection. It runs immediately, even within a transaction. */
    non-sealed interface Control extends Action {
        void run(RedisConnection client, List<byte[]> words);
    }

    /** As {@link Control}, but an error within a transaction. */
    non-sealed interface Outside extends Action {
        void run(RedisConnection client, List<byte[]> words);
    }

    boolean takes(int words) {
        return words >= leastWords && words <= mostWords;
    }
}
