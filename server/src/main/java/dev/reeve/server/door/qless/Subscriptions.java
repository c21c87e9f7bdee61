package dev.reeve.server.door.qless;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one client has subscribed to. Events reach it from the moment on at which its subscription is confirmed to it,
 * which may be later: replies keep their order.
 */
final class Subscriptions {
    private static final int MOST_NAMES = 10_000;
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

    /** A name as {@link RequestText#exact}. */
    record Topic(Kind kind, String name) {}

    private final PubSub broker;
    private final RedisConnection client;
    private final Set<Topic> wanted = new LinkedHashSet<>();
    private final Set<Topic> confirmed = new LinkedHashSet<>();
    private long bytes;

    Subscriptions(PubSub broker, RedisConnection client) {
        this.broker = broker;
        this.client = client;
    }

    int count() {
        return wanted.size();
    }

    void add(Kind kind, byte[] word) {
        Topic topic = new Topic(kind, RequestText.exact(word));
        if (!wanted.contains(topic) && !takeRoom(word.length)) {
            client.answer(RedisErrors.error("ERR too many subscriptions"));
            return;
        }
        if (wanted.add(topic)) {
            broker.interested(client);
        }
        client.answer(confirmation(kind.begun, new Resp.Bulk(word)), () -> begin(topic));
    }

    private boolean takeRoom(int nameBytes) {
        if (count() >= MOST_NAMES || bytes + nameBytes > MOST_BYTES || !broker.takeRoom(nameBytes)) {
            return false;
        }
        bytes += nameBytes;
        return true;
    }

    private void giveRoom(Topic topic) {
        int nameBytes = topic.name().length();
        bytes -= nameBytes;
        broker.giveRoom(nameBytes);
    }

    void remove(Kind kind, byte[] word) {
        Topic topic = new Topic(kind, RequestText.exact(word));
        forget(topic);
        client.answer(confirmation(kind.ended, new Resp.Bulk(word)), () -> end(topic));
    }

    /** Ends all subscriptions of the kind, and says so of each; of none in particular if there are none. */
    void removeAll(Kind kind) {
        List<Topic> topics = wanted.stream().filter(one -> one.kind() == kind).toList();
        if (topics.isEmpty()) {
            client.answer(confirmation(kind.ended, Resp.nil()));
        }
        topics.forEach(topic -> remove(kind, RequestText.bytes(topic.name())));
    }

    /** Wants nothing any more; the returned task ends what was confirmed. */
    Runnable clear() {
        wanted.forEach(this::giveRoom);
        wanted.clear();
        return () -> {
            List.copyOf(confirmed).forEach(this::end);
            loseInterest();
        };
    }

    private Resp confirmation(String what, Resp name) {
        return new Resp.Push(List.of(Resp.bulk(what), name, new Resp.Int(count())));
    }

    private void forget(Topic topic) {
        if (wanted.remove(topic)) {
            giveRoom(topic);
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
        loseInterest();
    }

    private void loseInterest() {
        if (wanted.isEmpty() && confirmed.isEmpty()) {
            broker.indifferent(client);
        }
    }
}
