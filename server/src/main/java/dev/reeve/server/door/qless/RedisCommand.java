package dev.reeve.server.door.qless;

import java.util.List;

/**
 * A Redis command: its name in lower case, how many words it takes, its name included, and what it does.
 *
 * @param whileSubscribed whether a subscriber may send it that has nothing but its connection to tell replies from events
 */
record RedisCommand(String name, int leastWords, int mostWords, boolean whileSubscribed, Action action) {
    static final int ANY_NUMBER = Integer.MAX_VALUE;

    sealed interface Action {}

    /** Comes to a reply, a question or a change. In a transaction it is done at its place in it. */
    non-sealed interface Plain extends Action {
        CallPlan parse(RedisConnection client, List<byte[]> words);
    }

    /** Changes the conversation itself, and is done at once also within a transaction. */
    non-sealed interface Control extends Action {
        void run(RedisConnection client, List<byte[]> words);
    }

    /** As {@link Control}, but not possible within a transaction. */
    non-sealed interface Outside extends Action {
        void run(RedisConnection client, List<byte[]> words);
    }

    boolean takes(int words) {
        return words >= leastWords && words <= mostWords;
    }
}
