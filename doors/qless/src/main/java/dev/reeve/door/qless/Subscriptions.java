package dev.reeve.door.qless;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The subscriptions of one client. Events are delivered only after the confirmation of the subscription was written. The
 * confirmation may be delayed, because replies keep their order.
 */
final class Subscriptions {
    private static final int MOST_NAMES = 10_000;
    private static final int MOST_PATTERNS = 100;
    private static final long MOST_BYTES = 1024 * 1024;

    /** The two kinds of subscription. */
    enum Kind {
        CHANNEL("subscribe", "unsubscribe"),
        PATTERN("psubscribe", "punsubscribe");

        private final String begun;
        private final String ended;

        Kind(String begun, String ended) {
            this.begun = begun;
            this.ended = ended;
        }
    }

    /** A channel or pattern; the name is in the form of {@link RequestText#exact}. */
    record Topic(Kind kind, String name) {
        private static final int PATTERN_BYTES_A_CHARACTER = 160;
        /** As many characters of a pattern are covered by what every subscription counts for. */
        private static final int FEW_CHARACTERS = 4;

        /** The estimated memory of the name: a pattern is compiled, at worst to an object for each character. */
        int heapBytes() {
            int compiled = kind == Kind.PATTERN ? Math.max(0, name.length() - FEW_CHARACTERS) : 0;
            return name.length() + PATTERN_BYTES_A_CHARACTER * compiled;
        }
    }

    private final PubSub broker;
    private final RedisConnection client;
    private final Set<Topic> requested = new LinkedHashSet<>();
    private final Set<Topic> confirmed = new LinkedHashSet<>();
    private long bytes;
    private int patterns;

    Subscriptions(PubSub broker, RedisConnection client) {
        this.broker = broker;
        this.client = client;
    }

    int count() {
        return requested.size();
    }

    void add(Kind kind, byte[] word) {
        Topic topic = new Topic(kind, RequestText.exact(word));
        if (kind == Kind.PATTERN && Glob.isTooLong(topic.name())) {
            client.answer(Glob.TOO_LONG);
            return;
        }
        if (!requested.contains(topic) && !(mayAdd(topic) && reserve(topic))) {
            client.answer(RedisErrors.error("ERR too many subscriptions"));
            return;
        }
        if (requested.add(topic)) {
            patterns += topic.kind() == Kind.PATTERN ? 1 : 0;
            broker.addInterest(client);
        }
        client.answer(confirmation(kind.begun, new Resp.Bulk(word)), () -> begin(topic));
    }

    private boolean mayAdd(Topic topic) {
        return topic.kind() != Kind.PATTERN || (patterns < MOST_PATTERNS && broker.mayAddPattern(topic.name()));
    }

    private boolean reserve(Topic topic) {
        int nameBytes = topic.name().length();
        if (count() >= MOST_NAMES || bytes + nameBytes > MOST_BYTES || !broker.reserve(topic.heapBytes())) {
            return false;
        }
        bytes += nameBytes;
        return true;
    }

    private void release(Topic topic) {
        int nameBytes = topic.name().length();
        patterns -= topic.kind() == Kind.PATTERN ? 1 : 0;
        bytes -= nameBytes;
        broker.release(topic.heapBytes());
    }

    void remove(Kind kind, byte[] word) {
        Topic topic = new Topic(kind, RequestText.exact(word));
        forget(topic);
        client.answer(confirmation(kind.ended, new Resp.Bulk(word)), () -> end(topic));
    }

    /** Removes all subscriptions of a kind, with a confirmation for each; with one nil confirmation if there are none. */
    void removeAll(Kind kind) {
        List<Topic> topics =
                requested.stream().filter(one -> one.kind() == kind).toList();
        if (topics.isEmpty()) {
            client.answer(confirmation(kind.ended, Resp.nil()));
        }
        topics.forEach(topic -> remove(kind, RequestText.bytes(topic.name())));
    }

    /** Removes all subscriptions; the returned task stops the delivery of events. */
    Runnable clear() {
        requested.forEach(this::release);
        requested.clear();
        return () -> {
            List.copyOf(confirmed).forEach(this::end);
            removeInterestIfEmpty();
        };
    }

    private Resp confirmation(String type, Resp name) {
        return new Resp.Aggregate(Resp.Type.PUSH, List.of(Resp.bulk(type), name, new Resp.Int(count())));
    }

    private void forget(Topic topic) {
        if (requested.remove(topic)) {
            release(topic);
        }
    }

    private void begin(Topic topic) {
        if (confirmed.add(topic)) {
            broker.add(topic, client);
        }
    }

    private void end(Topic topic) {
        if (confirmed.remove(topic)) {
            broker.remove(topic, client);
        }
        removeInterestIfEmpty();
    }

    private void removeInterestIfEmpty() {
        if (requested.isEmpty() && confirmed.isEmpty()) {
            broker.removeInterest(client);
        }
    }
}
