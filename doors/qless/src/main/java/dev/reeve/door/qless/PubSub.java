package dev.reeve.door.qless;

import dev.reeve.door.qless.call.EventMessages;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.node.Subscribers;
import java.nio.ByteBuffer;
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

    /** Events have few channels, so the patterns that match are remembered for as many. */
    private static final int MOST_KNOWN_CHANNELS = 256;

    private final long mostBytes;
    private final Map<String, Set<RedisConnection>> byChannel = new HashMap<>();
    private final Map<String, PatternClients> byPattern = new LinkedHashMap<>();
    private final Map<String, List<PatternClients>> matching = new HashMap<>();
    private final Set<RedisConnection> interested = new HashSet<>();
    private long bytes;

    /** A pattern and those who subscribed to it. */
    record PatternClients(String pattern, Glob glob, Set<RedisConnection> clients) {
        PatternClients(String pattern) {
            this(pattern, Glob.compile(pattern), new LinkedHashSet<>());
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
                    .computeIfAbsent(topic.name(), PatternClients::new)
                    .clients()
                    .add(client);
            matching.clear();
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
            matching.clear();
        }
    }

    @Override
    public void published(QlessEvent event) {
        EventMessages.publish(event, (channel, message) -> {
            byte[] bytes = channel.getBytes(StandardCharsets.UTF_8);
            publish(bytes, message, matching(RequestText.exact(bytes)));
        });
    }

    /** The message of a client for the other nodes of a cluster: the length of the channel (4), the channel, the message. */
    static byte[] toOthers(byte[] channel, byte[] message) {
        return ByteBuffer.allocate(Integer.BYTES + channel.length + message.length)
                .putInt(channel.length)
                .put(channel)
                .put(message)
                .array();
    }

    /** A client of another node has published this. */
    void heard(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int length = bytes.length < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length > in.remaining()) {
            return;
        }
        byte[] channel = new byte[length];
        in.get(channel);
        byte[] message = new byte[in.remaining()];
        in.get(message);
        publish(channel, () -> message, matching(RequestText.exact(channel)));
    }

    private List<PatternClients> matching(String channel) {
        List<PatternClients> known = matching.get(channel);
        if (known == null) {
            known = patterns().stream()
                    .filter(pattern -> pattern.glob().matches(channel))
                    .toList();
            if (matching.size() >= MOST_KNOWN_CHANNELS) {
                matching.clear();
            }
            matching.put(channel, known);
        }
        return known;
    }

    /** The patterns that somebody subscribed to. */
    List<PatternClients> patterns() {
        return List.copyOf(byPattern.values());
    }

    /**
     * Publishes a message, encoded only if somebody subscribed, and returns the number of matching subscriptions.
     *
     * @param patterns those that match the channel
     */
    long publish(byte[] channel, Supplier<byte[]> message, List<PatternClients> patterns) {
        Set<RedisConnection> listening = byChannel.getOrDefault(RequestText.exact(channel), Set.of());
        if (listening.isEmpty() && patterns.isEmpty()) {
            return 0;
        }
        Resp to = new Resp.Bulk(channel);
        Resp content = new Resp.Bulk(message.get());
        long sent = push(listening, new Resp.Aggregate(Resp.Type.PUSH, List.of(MESSAGE, to, content)));
        for (PatternClients pattern : patterns) {
            Resp match = new Resp.Bulk(RequestText.bytes(pattern.pattern()));
            sent += push(
                    pattern.clients(),
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
