package dev.reeve.door.qless;

import dev.reeve.door.qless.Subscriptions.Kind;
import java.util.List;

/** SUBSCRIBE, UNSUBSCRIBE, PSUBSCRIBE, PUNSUBSCRIBE and PUBLISH. */
final class PubSubCommands {
    /** The name is compared with all patterns. */
    private static final int LONGEST_CHANNEL_BYTES = 1024;

    private PubSubCommands() {}

    static RedisCommand.Outside subscribe(Kind kind) {
        return (client, words) ->
                words.stream().skip(1).forEach(name -> client.subscriptions().add(kind, name));
    }

    static RedisCommand.Outside unsubscribe(Kind kind) {
        return (client, words) -> {
            if (words.size() == 1) {
                client.subscriptions().removeAll(kind);
            } else {
                words.stream().skip(1).forEach(name -> client.subscriptions().remove(kind, name));
            }
        };
    }

    /** Publishes in order with the events of the engine: when everything before it is durable. */
    static CallPlan publish(RedisConnection client, List<byte[]> words) {
        if (words.get(1).length > LONGEST_CHANNEL_BYTES) {
            return CallPlan.refuse(RedisErrors.error("ERR the channel name is too long, the limit is 1024 bytes"));
        }
        PubSub broker = client.door().broker();
        return new CallPlan.Read<>(
                engine -> true,
                outcome -> new Resp.Int(broker.publish(words.get(1), () -> words.get(2))),
                CallPlan.Encoding.IMMEDIATE);
    }
}
