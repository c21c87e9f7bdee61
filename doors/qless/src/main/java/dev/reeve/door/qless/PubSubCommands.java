package dev.reeve.door.qless;

import dev.reeve.door.qless.Subscriptions.Kind;
import java.util.List;

/** SUBSCRIBE, UNSUBSCRIBE, PSUBSCRIBE, PUNSUBSCRIBE and PUBLISH. */
final class PubSubCommands {
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
        PubSub broker = client.door().broker();
        return new CallPlan.Read<>(
                engine -> true,
                outcome -> new Resp.Int(broker.publish(words.get(1), () -> words.get(2))),
                CallPlan.Encoding.IMMEDIATE);
    }
}
