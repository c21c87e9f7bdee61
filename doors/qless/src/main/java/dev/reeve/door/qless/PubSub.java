package dev.reeve.door.qless;

import dev.reeve.door.qless.call.EventMessages;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.node.Subscribers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The subscriptions of all clients, by channel and pattern. Names are bytes, as {@link RequestText#exact}.
 *
 * <p>A client counts as interested before its subscription is confirmed. So the events after the subscription are recorded,
 * and are published when they are durable. By then the confirmation has been sent.
 */
final class PubSub implements Subscribers {
    private static final Resp MESSAGE = Resp.bulk("message");
    private static final Resp PATTERN_MESSAGE = Resp.bulk("pmessage");

    /** Estimated heap usage of a subscription, without its name. */
    private static final long OVERHEAD_BYTES = 512;

    /** How many different patterns all clients together may subscribe to. */
    private static final int MOST_PATTERNS = 1000;

    private final long mostBytes;
    private final Map<String, Set<RedisConnection>> byChannel = new HashMap<>();
    private final Map<String, PatternClients> byPattern = new LinkedHashMap<>();
    private final Set<RedisConnection> interested = new HashSet<>();
    private long bytes;

    /** A pattern and those who subscribed to it. */
    private record PatternClients(Glob glob, Set<RedisConnection> clients) {
        PatternClients(Glob glob) {
            this(glob, new LinkedHashSet<>());
        }
    }

    PubSub(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Reserves memory for one more subscription; false if the budget of all clients is exhausted. */
    boolean reserve(int nameBytes) {
        long all = bytes + OVERHEAD_BYTES + nameBytes;
        if (all > mostBytes) {
            return false;
        }
        bytes = all;
        return true;
    }

    void release(int nameBytes) {
        bytes -= OVERHEAD_BYTES + nameBytes;
    }

    @Override
    public boolean any() {
        return !interested.isEmpty();
    }

    void addInterest(RedisConnection client) {
        interested.add(client);
    }

    void removeInterest(RedisConnection client) {
        interested.remove(client);
    }

    /** Whether one more pattern, besides the known ones, is within the limit. Every event is compared with all patterns. */
    boolean mayAddPattern(String pattern) {
        return byPattern.containsKey(pattern) || byPattern.size() < MOST_PATTERNS;
    }

    void add(Subscriptions.Topic topic, RedisConnection client) {
        if (topic.kind() == Subscriptions.Kind.CHANNEL) {
            byChannel
                    .computeIfAbsent(topic.name(), first -> new LinkedHashSet<>())
                    .add(client);
        } else {
            byPattern
                    .computeIfAbsent(topic.name(), first -> new PatternClients(Glob.compile(first)))
                    .clients()
                    .add(client);
        }
    }

    void remove(Subscriptions.Topic topic, RedisConnection client) {
        if (topic.kind() == Subscriptions.Kind.CHANNEL) {
            byChannel.computeIfPresent(topic.name(), (name, clients) -> {
                clients.remove(client);
                return clients.isEmpty() ? null : clients;
            });
        } else {
            byPattern.computeIfPresent(topic.name(), (name, known) -> {
                known.clients().remove(client);
                return known.clients().isEmpty() ? null : known;
            });
        }
    }

    @Override
    public void published(QlessEvent event) {
        EventMessages.publish(event, (channel, message) -> publish(channel.getBytes(StandardCharsets.UTF_8), message));
    }

    /** Publishes a message, encoded only if somebody subscribed, and returns the number of matching subscriptions. */
    long publish(byte[] channel, Supplier<byte[]> message) {
        String name = RequestText.exact(channel);
        Set<RedisConnection> listening = byChannel.getOrDefault(name, Set.of());
        List<Map.Entry<String, PatternClients>> patterns = byPattern.entrySet().stream()
                .filter(pattern -> pattern.getValue().glob().matches(name))
                .toList();
        if (listening.isEmpty() && patterns.isEmpty()) {
            return 0;
        }
        Resp to = new Resp.Bulk(channel);
        Resp content = new Resp.Bulk(message.get());
        long sent = push(listening, new Resp.Aggregate(Resp.Type.PUSH, List.of(MESSAGE, to, content)));
        for (Map.Entry<String, PatternClients> pattern : patterns) {
            Resp match = new Resp.Bulk(RequestText.bytes(pattern.getKey()));
            sent += push(
                    pattern.getValue().clients(),
                    new Resp.Aggregate(Resp.Type.PUSH, List.of(PATTERN_MESSAGE, match, to, content)));
        }
        return sent;
    }

    private static long push(Set<RedisConnection> clients, Resp event) {
        long sent = clients.size();
        // A client that is disconnected on this occasion leaves the set.
        List.copyOf(clients).forEach(client -> client.push(event));
        return sent;
    }
}
